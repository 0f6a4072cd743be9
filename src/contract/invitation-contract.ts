import * as z from 'zod/mini'
import { id, instant } from './values.ts'

/** Invitation links to a tournament (docs/rules.md, 11.6). */

const address = z.url()

/** Chosen by the caller. A repeat with the same one adds nothing. */
export const requestKey = z.string().check(z.regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -'))

/** `POST /api/admin/invitations/{tournamentId}`: a new link. */
export const newInvitation = z.strictObject({
  /** A repeat gets the same link. */
  requestKey,
  /** The end of the link. Null means the tournament's start or, for watchers, no end. */
  expiresAt: z.nullable(instant),
  /** How many accounts it can create. Null: any number. */
  maxUses: z.nullable(z.int().check(z.positive('must be at least 1'), z.maximum(10_000, 'must be at most 10,000'))),
  /** Whether the wall display may show the link. It shows the newest such link. */
  isOnWall: z.boolean(),
  /** A link for watchers also works after the start, and leads to the home page instead of the entry form. */
  isForWatchers: z.optional(z.boolean()),
})

export type NewInvitationRequest = z.infer<typeof newInvitation>

/** A link and the people who have used it. */
export const invitation = z.object({
  id,
  url: address,
  state: z.enum(['usable', 'revoked', 'entries-closed', 'expired', 'used-up']),
  createdAt: instant,
  creator: z.object({ id, name: z.string() }),
  expiresAt: z.nullable(instant),
  maxUses: z.nullable(z.int()),
  /** Accounts that it has created. */
  uses: z.int(),
  isOnWall: z.boolean(),
  isForWatchers: z.boolean(),
  revokedAt: z.nullable(instant),
  /** The number of browsers in which it was opened; at most 500 of them without a name. */
  opened: z.int(),
  /** People who have registered or signed in by the link, newest first. People with merged accounts are listed once. */
  guests: z.array(
    z.object({
      accountId: z.string(),
      name: z.string(),
      openedAt: instant,
      /** Null for guests who already had an account. */
      registeredAt: z.nullable(instant),
      /** When they entered this tournament; null if they have not. */
      enteredAt: z.nullable(instant),
    }),
  ),
})

export type Invitation = z.infer<typeof invitation>

/** `GET /api/admin/invitations/{tournamentId}`: newest first, with the watchers' links of other tournaments. */
export const invitationList = z.object({
  /** `external`: OIDC_AUTHORITY decides who gets an account. With `external` and `closed` there are no links. */
  signUp: z.enum(['open', 'invite', 'closed', 'external']),
  /** The address of the entry form, for people who have an account or can get one without a link. */
  entryUrl: address,
  invitations: z.array(invitation),
})

export type InvitationList = z.infer<typeof invitationList>

/** `POST /api/admin/invitations/{tournamentId}/revoke`. A repeat gets the same response. */
export const revokedInvitation = z.strictObject({ invitationId: id })

/** `GET /api/joinLink/{tournamentId}`: the link on the wall display until the start; null if there is none. */
export const joinLink = z.object({ url: z.nullable(address) })
