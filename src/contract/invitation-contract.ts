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
  /** It is the one that is sent by email. */
  isMailed: z.boolean(),
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
  /** Whether invitations can be sent by email: a mail server is set up. */
  canMail: z.boolean(),
  invitations: z.array(invitation),
})

export type InvitationList = z.infer<typeof invitationList>

/** `GET /api/admin/invitations/{tournamentId}/mails`: what can be sent by email, and what has been. */
export const invitationMails = z.object({
  /** Addresses that were invited to this tournament by email, whether or not their owners want such emails. */
  invited: z.int(),
  /** How many more addresses the pool can invite now: 200 in 24 hours. */
  left: z.int(),
  /** The tournament before, and the number of its people who can be invited: not blocked, deleted or entered, and not unwilling. */
  lastTime: z.nullable(z.object({ name: z.string(), people: z.int() })),
  message: z.object({ subject: z.string(), text: z.string() }),
})

export type InvitationMails = z.infer<typeof invitationMails>

/** `POST /api/admin/invitations/{tournamentId}/mails`. */
export const newInvitationMails = z.strictObject({
  /** Null: everybody of last time. */
  addresses: z.nullable(
    z.array(z.string().check(z.maxLength(254))).check(z.minLength(1, 'must have at least one'), z.maxLength(1000)),
  ),
})

export type NewInvitationMails = z.infer<typeof newInvitationMails>

/** The same for an address whoever owns it: nobody learns from it who has an account. */
export const sentInvitationMails = z.object({
  /** Addresses that get one, unless their owners want none. */
  sent: z.int(),
  /** Addresses that were invited to this tournament before. */
  repeated: z.int(),
  /** Addresses beyond the limit of the day. */
  waiting: z.int(),
})

export type SentInvitationMails = z.infer<typeof sentInvitationMails>

/** `POST /api/admin/invitations/{tournamentId}/revoke`. A repeat gets the same response. */
export const revokedInvitation = z.strictObject({ invitationId: id })

/** `GET /api/joinLink/{tournamentId}`: the link on the wall display until the start; null if there is none. */
export const joinLink = z.object({ url: z.nullable(address) })
