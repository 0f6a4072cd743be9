import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReminderCandidate } from '#contract/organiser-mail-contract.ts'
import { sortByName } from '#domain/names/names.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { addAuditEntry } from '#server/audit-log/audit-log-store.ts'
import { toBatches } from '#server/batches.ts'
import type { Clock } from '#server/db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '#server/db/database.ts'
import { composeMail } from '#server/mail/account-messages.ts'
import { addMails, type MailMessage } from '#server/mail/mail-queue.ts'
import type { Outbox } from '#server/outbox/outbox.ts'
import { formatPoolTime } from '#server/time-format.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { lockOpenTournament } from './open-tournament-lock.ts'
import { listNonEntrants, listReminders, reminderKey } from './reminder-store.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  outbox: Pick<Outbox, 'wake'>
  publicUrl: string
  /** Of the times in the emails. */
  timeZone: string
}

const batchSize = 500

export type Reminders = ReturnType<typeof createReminders>

/** Emails people who have signed in but not entered, at most one per person and UTC day (docs/rules.md, 9.1). */
export function createReminders({ db, clock, outbox, publicUrl, timeZone }: Options) {
  return {
    async list(tournamentId: number): Promise<ReminderCandidate[]> {
      const { id } = await requireTournament(db, tournamentId)
      return listCandidates(db, id, toDay(await clock.authoritativeNow(db)))
    },

    /** Queues reminders and returns their number. Skips people who have entered or were already reminded today. */
    async send(tournamentId: number, userIds: readonly number[], organiserId: number): Promise<number> {
      const added = await inRetriedTransaction(db, async (trx) => {
        const { tournament, now } = await lockOpenTournament(trx, clock, tournamentId)
        const day = toDay(now)
        const named = new Set(userIds)
        const due = (await listCandidates(trx, tournamentId, day)).filter(
          ({ id, canBeReminded }) => canBeReminded && named.has(id),
        )
        if (due.length === 0) return 0
        const toMail = ({ id, name, userName }: ReminderCandidate) => ({
          requestKey: reminderKey({ tournamentId, day, userId: id }),
          recipient: userName,
          message: reminderMessage({ name }, tournament, { publicUrl, timeZone }),
          expiresAt: tournament.start,
        })
        const details = { tournamentId, count: due.length, userIds: due.map(({ id }) => id) }
        await addAuditEntry(trx, { userId: organiserId, action: 'reminders sent', details }, now)
        let sent = 0
        for (const batch of toBatches(due, batchSize)) {
          sent += await addMails(trx, batch.map(toMail), now)
          await yieldToEventLoop()
        }
        return sent
      })
      outbox.wake()
      return added
    },
  }
}

async function listCandidates(db: Db, tournamentId: number, today: string): Promise<ReminderCandidate[]> {
  const reminders = await listReminders(db, tournamentId, today)
  const remindedToday = new Set(reminders.filter(({ day }) => day === today).map(({ userId }) => userId))
  const last = new Map(
    reminders
      .filter((reminder) => reminder.tournamentId === tournamentId)
      .map((reminder) => [reminder.userId, reminder]),
  )
  return sortByName(await listNonEntrants(db, tournamentId)).map(({ id, name, email }) => {
    const reminder = last.get(id)
    return {
      id,
      name,
      userName: email,
      reminder: reminder ? { at: reminder.at, state: reminder.state } : null,
      canBeReminded: !remindedToday.has(id),
    }
  })
}

function toDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** Tells a user that they have no entry. */
export function reminderMessage(
  { name }: { name: string },
  tournament: Pick<Tournament, 'name' | 'start'>,
  { publicUrl, timeZone }: Pick<Options, 'publicUrl' | 'timeZone'>,
): MailMessage {
  return composeMail({
    subject: `You have no entry in ${tournament.name} yet`,
    paragraphs: [
      `Hello ${name},`,
      `Entries for ${tournament.name} close on ${formatPoolTime(tournament.start, timeZone)}, and you have not entered yet. Pick your golfers here; the page also shows the deadline in your own time zone:`,
    ],
    action: { text: 'Create your entry', url: `${publicUrl}/entry/new` },
    closing: 'If you do not want to play this time, you can ignore this email.',
  })
}
