import type { NotifiedPeople, Reminders as ReminderList } from '#contract/organiser-message-contract.ts'
import { sortByName } from '#domain/names/names.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inOpenTournament } from '#server/pool/tournaments/tournament-start.ts'
import { addNotifications, findChannel, type SendingContext, type UserNotification } from './notification-delivery.ts'
import { listRecipients, listSentMessages, type SentMessage } from './notification-store.ts'
import { noEntryText } from './notification-texts.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & Pick<SendingContext, 'publicUrl' | 'timeZone'>

type About = Pick<Tournament, 'id' | 'name' | 'start'>

const lastCallMs = 2 * 60 * 60 * 1000

/** Adds today's reminder for people who have signed in but not entered, and returns the ids of those who get it. */
export async function addReminders(
  trx: Db,
  tournament: About,
  context: SendingContext,
  isMeant: (userId: number) => boolean = () => true,
): Promise<Set<number>> {
  const { isReminded } = await readReminders(trx, tournament, context.now)
  const people = await listRecipients(trx, tournament.id, { hasEntry: false })
  const recipients = people.filter(({ id }) => isMeant(id) && !isReminded(id))
  return addNotifications(trx, recipients, toNotification(tournament, context), context)
}

export type Reminders = ReturnType<typeof createReminders>

/** The organiser's button: sends the automatic reminder now, at most one per person and day (docs/rules.md, 9.1). */
export function createReminders({ db, clock, outbox, publicUrl, timeZone }: Options) {
  return {
    async list(tournamentId: number): Promise<ReminderList> {
      const tournament = await requireTournament(db, tournamentId)
      const now = await clock.authoritativeNow(db)
      const { isReminded, last } = await readReminders(db, tournament, now)
      const kind = toKind(tournament, now)
      const people = sortByName(await listRecipients(db, tournamentId, { hasEntry: false })).map((recipient) => {
        const { id, name, email: userName } = recipient
        const canBeReminded = !isReminded(id) && findChannel(recipient, kind, { isRequested: true }) !== null
        return { id, name, userName, reminder: last.get(id) ?? null, canBeReminded }
      })
      const { subject, text } = reminderMessage('…', tournament, publicUrl, timeZone)
      return { people, message: { subject, text } }
    },

    async send(tournamentId: number, userIds: readonly number[], organiserId: number): Promise<NotifiedPeople> {
      const people = await inOpenTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const named = new Set(userIds)
        const context = { now, publicUrl, timeZone, isRequested: true }
        const ids = [...(await addReminders(trx, tournament, context, (id) => named.has(id)))]
        const details = { tournamentId, count: ids.length, userIds: ids }
        if (ids.length > 0) await addAuditEntry(trx, { userId: organiserId, action: 'reminders sent', details }, now)
        return ids.length
      })
      outbox.wake()
      return { people }
    },
  }
}

function toNotification(tournament: About, { now, publicUrl }: SendingContext): UserNotification {
  const kind = toKind(tournament, now)
  const day = toDay(tournament, now)
  return {
    kind,
    tournamentId: tournament.id,
    // `readReminders` parses it.
    toKey: (userId) => `reminder:${tournament.id}:${day}:${userId}`,
    expiresAt: new Date(tournament.start),
    urgency: kind === 'no-entry-2h' ? 'high' : 'normal',
    isDeadline: true,
    isForNonEntrants: true,
    toText: ({ timeZone }) => noEntryText(kind, tournament, timeZone),
    toMail: ({ name, timeZone }) => reminderMessage(name, tournament, publicUrl, timeZone),
  }
}

function toKind({ start }: About, now: Date): 'no-entry-24h' | 'no-entry-2h' {
  return now.getTime() < Date.parse(start) - lastCallMs ? 'no-entry-24h' : 'no-entry-2h'
}

/** The UTC day of a reminder. The last two hours belong to the day of the start, so that a start after midnight has its last call. */
function toDay(tournament: About, now: Date): string {
  return (toKind(tournament, now) === 'no-entry-2h' ? tournament.start : now.toISOString()).slice(0, 10)
}

type LastReminder = Pick<SentMessage, 'at' | 'state'>

/** Reads the people reminded today, for any tournament, and each person's last reminder for this one. */
async function readReminders(db: Db, tournament: About, now: Date) {
  const day = toDay(tournament, now)
  const prefixes = [`reminder:${tournament.id}:`, `reminder:%:${day}:`]
  const reminded = new Set<number>()
  const last = new Map<number, LastReminder>()
  for (const { requestKey, at, state } of await listSentMessages(db, prefixes)) {
    const [, tournamentId, keyDay, user] = requestKey.split(':')
    const userId = Number(user)
    if (keyDay === day) reminded.add(userId)
    if (Number(tournamentId) === tournament.id) last.set(userId, { at, state })
  }
  return { isReminded: (userId: number) => reminded.has(userId), last }
}

/** Tells a user that they have no entry. */
function reminderMessage(name: string, tournament: About, publicUrl: string, timeZone: string): MailMessage {
  return composeMail({
    subject: `You have no entry in ${tournament.name} yet`,
    paragraphs: [
      `Hello ${name},`,
      `Entries for ${tournament.name} close on ${formatMailTime(tournament.start, timeZone)}, and you have not entered yet. Pick your golfers here:`,
    ],
    action: { text: 'Create your entry', url: `${publicUrl}/entry/new` },
    closing: 'If you do not want to play this time, you can ignore this email.',
  })
}
