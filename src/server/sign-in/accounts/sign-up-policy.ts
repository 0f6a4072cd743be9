import { toInvitationState } from '#domain/invitation.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SignUpConfig } from '#server/platform/settings/config.ts'
import {
  consumeUse,
  findInvitationByToken,
  type Invitation,
  setGuestAccount,
} from '#server/sign-in/invitations/invitation-store.ts'
import { hasImportedUser } from '#server/users/user-store.ts'
import { type Account, addAccount, removeNewAccount } from './account-store.ts'
import { addConnectedSignIn, type UpstreamSubject } from './connected-sign-in-store.ts'

/** The invitation that was opened in a browser, from its cookie. */
export type OpenedInvitation = { token: string; browserId: string }

/** An applicant for an account, by registration or by a first sign-in through another provider. */
export type Applicant = {
  /** The address can be trusted: a provider has verified it, or the account is unusable until a mailed link is opened. */
  isEmailProven: boolean
  /** Undefined without a link. */
  invitation: OpenedInvitation | undefined
  /** The subject at an upstream provider that signs in to the account. */
  identity?: UpstreamSubject
}

/** Why no account may be created. `email-unproven`: the rule requires a verified address. */
export type SignUpRefusal =
  | 'closed'
  | 'invitation-needed'
  | 'invitation-invalid'
  | 'invitation-expired'
  | 'invitation-used-up'
  | 'entries-closed'
  | 'email-domain'
  | 'email-unproven'

export type SignUpDecision =
  | { isAllowed: true; invitation: Invitation | undefined }
  | { isAllowed: false; reason: SignUpRefusal; invitation: Invitation | undefined }

/** `taken`: the address has an account, or the subject is connected to one. */
export type SignUpResult = { kind: 'added' } | { kind: 'taken' } | { kind: 'refused'; reason: SignUpRefusal }

export type SignUpPolicy = ReturnType<typeof createSignUpPolicy>

/**
 * The only place that decides who may create an account (docs/security.md, 20). It does not apply to
 * existing accounts, and operators' commands do not consult it.
 */
export function createSignUpPolicy({ mode, domains }: SignUpConfig) {
  async function preview(db: Db, opened: OpenedInvitation | undefined, now: Date): Promise<SignUpDecision> {
    const invitation = opened && (await findInvitationByToken(db, opened.token))
    const refuse = (reason: SignUpRefusal) => ({ isAllowed: false, reason, invitation }) as const
    if (mode === 'closed') return refuse('closed')
    const state = invitation && toInvitationState(invitation, now)
    if (state === 'usable') return { isAllowed: true, invitation }
    // Without a usable link, this is an ordinary registration and does not count as a use.
    if (mode === 'open') return { isAllowed: true, invitation: undefined }
    if (state !== undefined) return refuse(refusals[state])
    return refuse(opened ? 'invitation-invalid' : 'invitation-needed')
  }

  async function check(db: Db, email: string, applicant: Applicant, now: Date): Promise<SignUpDecision> {
    const decision = await preview(db, applicant.invitation, now)
    const error = decision.isAllowed ? findDomainError(email, applicant) : decision.reason
    if (error === undefined) return decision
    // People from earlier years have results here, which their verified address gives back to them.
    if (applicant.isEmailProven && (await hasImportedUser(db, email)))
      return { isAllowed: true, invitation: decision.isAllowed ? decision.invitation : undefined }
    return { isAllowed: false, reason: error, invitation: decision.invitation }
  }

  function findDomainError(email: string, { isEmailProven }: Applicant): SignUpRefusal | undefined {
    if (domains.length === 0) return undefined
    if (!domains.includes(email.slice(email.lastIndexOf('@') + 1))) return 'email-domain'
    return isEmailProven ? undefined : 'email-unproven'
  }

  return {
    mode,
    /** New accounts need an address of one of these domains; if there are none, any. */
    domains,
    /** Decides as much as possible before the address is known, for pages with a form. */
    preview,
    /** Decides about an address without changing anything. */
    check,
    /** Adds the account and consumes a use of the invitation. Unless the result is `added`, the transaction has no effect. */
    async addAccount(trx: Db, account: Account, applicant: Applicant, now: Date): Promise<SignUpResult> {
      const decision = await check(trx, account.email, applicant, now)
      if (!decision.isAllowed) return { kind: 'refused', reason: decision.reason }
      if (!(await addAccount(trx, account, now))) return { kind: 'taken' }
      const { invitation } = decision
      const connection = applicant.identity && { ...applicant.identity, accountId: account.id, email: account.email }
      if (connection && !(await addConnectedSignIn(trx, connection, now))) {
        await removeNewAccount(trx, account.id)
        return { kind: 'taken' }
      }
      if (!invitation || !applicant.invitation) return { kind: 'added' }
      if (!(await consumeUse(trx, invitation.id, now))) {
        // Since the check, someone else took the last use, or the link was revoked.
        if (mode === 'open') return { kind: 'added' }
        await removeNewAccount(trx, account.id)
        return { kind: 'refused', reason: 'invitation-used-up' }
      }
      const { browserId } = applicant.invitation
      const guest = { invitationId: invitation.id, browserId, accountId: account.id, isNewAccount: true }
      await setGuestAccount(trx, guest, now)
      return { kind: 'added' }
    },
  }
}

const refusals = {
  revoked: 'invitation-invalid',
  expired: 'invitation-expired',
  'used-up': 'invitation-used-up',
  'entries-closed': 'entries-closed',
} as const
