import * as z from 'zod/mini'
import { athleteId, id, instant, tier } from './values.ts'

/** The emails that organisers send: reminders, news of withdrawals, and results (docs/rules.md, 9). */

/** The state of an email in the outbox. */
const mailState = z.enum(['waiting', 'sent', 'failed'])

/** `GET /api/admin/reminders/{tournamentId}`: users who have signed in at least once and have no entry, by name. */
export const reminderList = z.array(
  z.object({
    id,
    name: z.string(),
    /** The email address. */
    userName: z.string(),
    /** The last reminder about this tournament. */
    reminder: z.nullable(z.object({ at: instant, state: mailState })),
    /** False if they have been sent a reminder today (UTC), for any tournament. */
    canBeReminded: z.boolean(),
  }),
)

export type ReminderCandidate = z.infer<typeof reminderList>[number]

/** `POST /api/admin/reminders/{tournamentId}`: the recipients. Those who have entered or were reminded today are skipped. */
export const reminderRequest = z.strictObject({
  userIds: z.array(id).check(z.minLength(1, 'must name at least one user'), z.maxLength(5000)),
})

/** The number of reminders queued. A repeat on the same day adds none. */
export const remindersResponse = z.object({ added: z.int() })

/**
 * `GET /api/admin/withdrawals/{tournamentId}`: golfers in the tiers who have withdrawn (docs/rules.md, 9.2). Empty
 * once the tournament has started: they are then out.
 */
export const withdrawals = z.object({
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
       * The number of owners who have not been notified; null in a small pool. Undeliverable email counts as sent:
       * otherwise an organiser who knows whose mailbox is dead could infer that person's picks.
       */
      unnotified: z.nullable(z.int()),
    }),
  ),
  /** An example of the email; null if no entry is affected. The emails sent name each owner's golfers. */
  message: z.nullable(z.object({ subject: z.string(), text: z.string() })),
  /** Why the list is unknown, as text: the feed fails or its field is incomplete. */
  reason: z.optional(z.string()),
})

export type Withdrawals = z.infer<typeof withdrawals>

/** `POST /api/admin/withdrawals/{tournamentId}`: the owners notified, null in a small pool. Nobody is notified twice. */
export const withdrawalMailsResponse = z.object({ told: z.nullable(z.int()) })

const recipient = z.object({ id, name: z.string() })
const resultLine = z.object({ position: z.string(), name: z.string(), toPar: z.string(), golfers: z.string() })

/** `GET /api/admin/results/{tournamentId}`: the emails with the results, and their delivery (docs/rules.md, 9.4). */
export const resultMails = z.object({
  /** `no-results`: the tournament was ended without places. */
  state: z.enum(['not-ended', 'no-results', 'ready', 'sent']),
  /** False: emails are written to files in the data folder, and nobody receives them. */
  isMailSetUp: z.boolean(),
  recipients: z.array(recipient),
  /** Entrants without an address, and blocked ones. */
  skipped: z.array(recipient),
  /** When the emails were requested, and how many are in each state. */
  sent: z.nullable(z.object({ at: instant, waiting: z.int(), sent: z.int(), failed: z.int() })),
  /** The email to one recipient: the requested one, the caller, or the first. */
  preview: z.nullable(
    z.object({
      userId: id,
      subject: z.string(),
      /** The whole message. */
      text: z.string(),
      greeting: z.string(),
      intro: z.string(),
      own: z.array(resultLine),
      best: z.array(resultLine),
      /** How many lines share the last place and are not listed, as text. */
      more: z.nullable(z.string()),
      url: z.string(),
      closing: z.string(),
    }),
  ),
})

export type ResultMails = z.infer<typeof resultMails>

/** `POST /api/admin/results/{tournamentId}`: the number of emails queued; 0 if they were sent before. */
export const resultMailsResponse = z.object({ added: z.int() })
