import type { Generated } from 'kysely'
import type { BooleanInt, GeneratedId, Immutable } from './columns.ts'

/** Accounts, sign-ins and invitations of the embedded provider. */
export type IdentityTables = {
  /** An account of the embedded provider. */
  accounts: {
    id: Immutable<string>
    /** Lower case. */
    email: string
    email_verified: BooleanInt
    name: string
    /** Empty for an account without a password, which signs in at an upstream provider. */
    password_hash: string
    /** When it was last set, if it was not at the registration. */
    password_set_at: Generated<string | null>
    created_at: Immutable<string>
    /** A sign-in that was begun earlier cannot be finished. Null: none was ever ended. */
    sign_ins_valid_from: string | null
    /** The user who has let it in although nobody has proved the address. Null from the proof on. */
    admitted_by: Generated<number | null>
  }

  /** A subject at an upstream provider, or a passkey, that signs in to an account. The pair of issuer and subject is unique. */
  connected_sign_ins: {
    id: Immutable<string>
    account_id: Immutable<string>
    issuer: Immutable<string>
    subject: Immutable<string>
    /** The address at the provider when it was connected, by which its owner recognises it. */
    email: Immutable<string | null>
    created_at: Immutable<string>
    last_used_at: string
    /** The role from the provider's groups, and when they were read: `users/group-roles`. */
    group_role: Generated<'admin' | 'power' | null>
    groups_read_at: Generated<string | null>
    /** Set for passkeys only, like the columns below. */
    passkey_name: Generated<string | null>
    /** Random, and the same for all passkeys of an account, in base64url like the key. */
    user_handle: Generated<string | null>
    public_key: Generated<string | null>
    /** How often it was used, or 0 if its authenticator does not count. */
    counter: Generated<number | null>
  }

  /** One-time codes of emailed links and sign-in tickets. Only their digests are stored (docs/security.md, 2.5). */
  account_codes: {
    digest: Immutable<string>
    account_id: Immutable<string>
    purpose: Immutable<'confirm-email' | 'reset-password' | 'change-email' | 'sign-in'>
    /** The new address, for `change-email`. */
    email: string | null
    /** 1 for a link that an admin or the operator made, not one that was mailed to the account's address. */
    is_from_other: Generated<BooleanInt>
    expires_at: Immutable<string>
  }

  /** Changes of address that the old mailbox can undo, in order. Only the digests of their codes are stored. */
  email_changes: {
    id: GeneratedId
    digest: Immutable<string>
    account_id: Immutable<string>
    /** The old address. */
    email: Immutable<string>
    expires_at: Immutable<string>
  }

  /** One-time links that create the first admin. Only their digests are stored (docs/security.md, 2.7). */
  setup_links: { digest: Immutable<string>; expires_at: Immutable<string> }

  /** At most one row: the link with which one account becomes a power user. Only the digest of its code is stored. */
  organiser_links: {
    digest: Immutable<string>
    created_by: Immutable<number>
    expires_at: string
  }

  /** Identities of deleted users: tokens issued before the deletion are refused. */
  deleted_identities: { digest: Immutable<string>; deleted_at: string }

  /** Codes from an authenticator app. A row means that the account needs one to sign in. */
  second_factors: {
    account_id: Immutable<string>
    /** Encrypted (docs/security.md, 6.6). */
    secret: Immutable<string>
    /** The time step of the last code that was used: neither it nor an earlier one is accepted again. */
    last_step: number
    created_at: Immutable<string>
  }

  recovery_codes: { digest: Immutable<string>; account_id: Immutable<string> }

  /** The embedded provider's sessions, grants, codes and tokens. */
  provider_records: {
    model: Immutable<string>
    id: Immutable<string>
    payload: string
    account_id: string | null
    grant_id: string | null
    uid: string | null
    user_code: string | null
    consumed_at: string | null
    expires_at: string | null
  }

  /** Links that let people create an account and lead them to a tournament's entry form (docs/security.md, 20). */
  invitations: {
    id: GeneratedId
    /** Null until there is a tournament of the announced event. */
    tournament_id: number | null
    /** The announced event to which it belonged when it was made. */
    event_id: Generated<string | null>
    /** Makes creating one idempotent. */
    request_key: Immutable<string>
    /** With a key of the table `secrets`, gives the token. */
    salt: Immutable<string>
    /** SHA-256 of the token. */
    digest: Immutable<string>
    created_by: Immutable<number>
    created_at: Immutable<string>
    /** Null: the tournament's start or, for watchers, none. */
    expires_at: Immutable<string | null>
    /** The number of accounts that it can create. Null: no limit. */
    max_uses: Immutable<number | null>
    uses: Generated<number>
    /** 1: the wall display shows it. */
    is_on_wall: Immutable<BooleanInt>
    /** 1: the start does not close it. */
    is_for_watchers: Immutable<BooleanInt>
    revoked_at: string | null
  }

  /** A browser in which an invitation was opened, or an account that it created. */
  invitation_guests: {
    id: GeneratedId
    invitation_id: Immutable<number>
    /** SHA-256 of the browser's random id. */
    browser: Immutable<string>
    opened_at: Immutable<string>
    account_id: string | null
    /** When the invitation created the account. Null for people who had one. */
    registered_at: string | null
  }

  /** An address that was invited to a tournament, or would have been if its owner wanted that. */
  invitation_mails: {
    id: GeneratedId
    /** Null: it was deleted. */
    tournament_id: number | null
    /** The link that was sent. Null: the address of the entry form. */
    invitation_id: number | null
    /** SHA-256 of the token with which its owner refuses further ones. */
    digest: Immutable<string>
    sent_at: Immutable<string>
  }

  /** Addresses whose owners want no invitations, as in `invitation_mails`. */
  invitation_refusals: { digest: Immutable<string>; refused_at: Immutable<string> }
}
