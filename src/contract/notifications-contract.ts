import * as z from 'zod/mini'
import { athleteId, id, instant, tier } from './values.ts'

/** What an organiser tells the players by mail before the start: who has not entered yet, whose golfer has withdrawn. */

/** How far a mail has come. */
const mailState = z.enum(['waiting', 'sent', 'failed'])

/** `GET /api/admin/reminders/{tournamentId}`: who has signed in at least once and has no entry, by name. */
export const reminderList = z.array(
  z.object({
    id,
    name: z.string(),
    /** The e-mail address. */
    userName: z.string(),
    /** The last one about this tournament. */
    reminder: z.nullable(z.object({ at: instant, state: mailState })),
    /** False when he has had one today (UTC): one for each person and day, whatever the tournament. */
    canBeReminded: z.boolean(),
  }),
)

export type ReminderCandidate = z.infer<typeof reminderList>[number]

/** `POST /api/admin/reminders/{tournamentId}`: to whom. Who has entered by now or was reminded today gets none. */
export const reminderRequest = z.strictObject({
  userIds: z.array(id).check(z.minLength(1, 'must name at least one user'), z.maxLength(5000)),
})

/** How many mails were put on their way. A repeat within the day adds none. */
export const remindersResponse = z.object({ added: z.int() })

/**
 * `GET /api/admin/withdrawals/{tournamentId}`: golfers of the lists who have left the event before the start. From the
 * start on the list is empty: then such a golfer counts as out.
 */
export const withdrawals = z.object({
  golfers: z.array(
    z.object({
      name: z.string(),
      espnId: athleteId,
      tier,
      /** What the feed says of him (WD, DQ …); null when it does not list him any more. */
      status: z.nullable(z.string()),
      /** Records that hold him. Who their owners are stays secret until the start: a name would tell a pick. */
      entries: z.int(),
      /**
       * Those of their owners to whom the message below has not been put on its way. A mail that could not be delivered
       * counts as sent: who knows whose mailbox is dead would else learn from this number what he has picked.
       */
      unnotified: z.int(),
    }),
  ),
  /** What each owner gets, under the names of his own golfers; null when nobody is hit. */
  message: z.nullable(z.object({ subject: z.string(), text: z.string() })),
  /** Why nothing can be said, in words: the feed does not answer. */
  reason: z.optional(z.string()),
})

export type Withdrawals = z.infer<typeof withdrawals>

/** `POST /api/admin/withdrawals/{tournamentId}`: tells the owners who have not been told. A repeat tells nobody twice. */
export const withdrawalNoticesResponse = z.object({ told: z.int() })
