import * as z from 'zod/mini'
import { athleteId, id, instant, textLines, tier } from './values.ts'

/** The messages that organisers send now: reminders, news of withdrawals, and results (docs/rules.md, 9). */

/** The state of a message in the outbox. `filed`: no mail server is set up, so the email became a file that nobody receives. */
const messageState = z.enum(['waiting', 'sent', 'filed', 'failed'])

/** How many people a message reaches, each by one channel. */
export const reach = z.object({
  devices: z.int(),
  emails: z.int(),
  /** Emails that become files, because no mail server is set up: nobody receives them. */
  files: z.int(),
  /** People who want no such message, or have neither an address nor a device. */
  none: z.int(),
})

export type Reach = z.infer<typeof reach>

/** How a reminder reaches somebody. `file`: by an email that becomes a file. `no-address`: and no device. */
const reminderWay = z.enum(['device', 'email', 'file', 'off', 'no-address'])

/** A message as an email. People who have chosen so get a notification on their devices instead. */
const emailPreview = z.object({ subject: z.string(), text: z.string() })

/**
 * The number of people who get the message, and the number of emails that became files; null if it would reveal picks. A
 * repeat sends nothing twice.
 */
export const notifiedPeople = z.object({ people: z.nullable(z.int()), files: z.nullable(z.int()) })

export type NotifiedPeople = z.infer<typeof notifiedPeople>

/** `GET /api/admin/reminders/{tournamentId}`. */
export const reminders = z.object({
  /** Users who have signed in at least once and have no entry, by name. */
  people: z.array(
    z.object({
      id,
      name: z.string(),
      /** The email address. */
      userName: z.string(),
      /** The last reminder about this tournament. */
      reminder: z.nullable(z.object({ at: instant, state: messageState })),
      way: reminderWay,
      /** False if they have been reminded today (UTC) of any tournament, or no reminder can reach them. */
      canBeReminded: z.boolean(),
    }),
  ),
  message: emailPreview,
})

export type Reminders = z.infer<typeof reminders>
export type ReminderCandidate = Reminders['people'][number]

/** `POST /api/admin/reminders/{tournamentId}`: the recipients. Those who have entered or were reminded today are skipped. */
export const reminderRequest = z.strictObject({
  userIds: z.array(id).check(z.minLength(1, 'must name at least one user'), z.maxLength(5000)),
})

/**
 * `GET /api/admin/withdrawals/{tournamentId}`: golfers in the tiers who have withdrawn (docs/rules.md, 9.2). Empty
 * once the tournament has started: they are then out.
 */
export const golferWithdrawals = z.object({
  golfers: z.array(
    z.object({
      name: z.string(),
      espnId: athleteId,
      tier,
      /** The feed's reason (WD, DQ …); null if it no longer lists them. */
      status: z.nullable(z.string()),
      /**
       * The number of entry records that contain them; null if the pool is so small that it would reveal picks. The
       * owners are secret until the start (docs/security.md, 11.3).
       */
      entries: z.nullable(z.int()),
      /**
       * The number of owners who have not been notified; null in a small pool. A message that cannot be delivered or is
       * not wanted counts as sent: otherwise an organiser who knows whose mailbox is dead could infer that person's picks.
       */
      unnotified: z.nullable(z.int()),
    }),
  ),
  /** The field's golfers who are in no tier, each with the proposed one. Until the start; the next edit of the lists has to add all of them. */
  newcomers: z.array(z.object({ name: z.string(), espnId: athleteId, tier, rank: z.optional(z.int()) })),
  /** An example; null if no entry is affected. The messages name each owner's golfers. */
  message: z.nullable(emailPreview),
  /** Why the list is unknown, as text: the feed fails or its field is incomplete. */
  reason: z.optional(z.string()),
})

export type GolferWithdrawals = z.infer<typeof golferWithdrawals>

/** `GET /api/admin/startMove/{tournamentId}?start={instant}`: the start that an organiser is about to save. */
export const startMoveQuery = z.object({ start: z.optional(instant) })

/** Whom it tells, and the notification. Nobody if the start stays, or nobody has entered. */
export const startMovePreview = z.object({ reach, title: z.string(), body: z.string() })

export type StartMovePreview = z.infer<typeof startMovePreview>

/** `GET /api/admin/message/{tournamentId}`: how many people of each audience a message reaches, and the subject. */
export const messagePreview = z.object({
  subject: z.string(),
  /** The caller's own address, to which replies go; null if they have none. */
  replyTo: z.nullable(z.string()),
  reach: z.object({ entered: reach, 'not-entered': reach, unpaid: reach }),
})

/** `POST /api/admin/message/{tournamentId}`. */
export const organiserMessage = z.strictObject({
  /** `unpaid`: those who have entered and not paid. */
  to: z.enum(['entered', 'not-entered', 'unpaid']),
  text: textLines(2000).check(z.minLength(1, 'is required')),
})

export type MessagePreview = z.infer<typeof messagePreview>
export type OrganiserMessage = z.infer<typeof organiserMessage>
export type MessageAudience = OrganiserMessage['to']

/** `GET /api/admin/results/{tournamentId}`: who has got the results, and who can get them (docs/rules.md, 9.4). */
export const results = z.object({
  /** `no-results`: the tournament was ended without places. */
  state: z.enum(['not-ended', 'no-results', 'ended']),
  /** The number of people who have not got the results and can, now. */
  missing: z.int(),
  /** How those would get them. `files`: the others, who can once there is a mail server; no file is written. */
  reach,
  /** How those who have got the results would be told that they have changed. */
  told: reach,
  /** The names of entrants who get none: blocked, without an address, or by their own choice. */
  skipped: z.array(z.string()),
  /** When the first results were sent, automatically or by an organiser, and the number of people in each state. */
  sent: z.nullable(z.object({ at: instant, waiting: z.int(), sent: z.int(), filed: z.int(), failed: z.int() })),
  /**
   * What the caller gets or, if they have it or get nothing, another entrant: the email, or if nobody gets one, the
   * notification. Null if nobody is missing.
   */
  message: z.nullable(emailPreview),
})

export type Results = z.infer<typeof results>
