import type {
  NotifiedPeople,
  ReminderCandidate,
  Reminders as ReminderList,
} from '#contract/organiser-message-contract.ts'
import { sortByName } from '#domain/names/names.ts'
import type { NotificationKind } from '#domain/notifications/notification-preferences.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inOpenTournament } from '#server/pool/tournaments/tournament-start.ts'
import {
  addNotifications,
  findWay,
  type SendingContext,
  toNotified,
  type UserNotification,
} from './notification-delivery.ts'
import { listRecipients, listSentMessages, type Recipient, type SentMessage } from './notification-store.ts'
import { noEntryText, toNotificationsLink } from './notification-texts.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> &
  Pick<SendingContext, 'publicUrl' | 'timeZone'> & { hasMail: boolean }

type About = Pick<Tournament, 'id' | 'name' | 'start'>

const lastCallMs = 2 * 60 * 60 * 1000

/** Adds today's reminder for people who have signed in but not entered, and returns who gets it, by user id, and how. */
export async function addReminders(
  trx: Db,
  tournament: About,
  context: SendingContext,
  isMeant: (userId: number) => boolean = () => true,
) {
  const { isReminded } = await readReminders(trx, tournament, context.now)
  const people = await listRecipients(trx, tournament.id, { hasEntry: false })
  const recipients = people.filter(({ id }) => isMeant(id) && !isReminded(id))
  return addNotifications(trx, recipients, toNotification(tournament, context), context)
}

export type Reminders = ReturnType<typeof createReminders>

/** The organiser's button: sends the automatic reminder now, at most one per person and day (docs/rules.md, 9.1). */
export function createReminders({ db, clock, outbox, publicUrl, timeZone, hasMail }: Options) {
  return {
    async list(tournamentId: number): Promise<ReminderList> {
      const tournament = await requireTournament(db, tournamentId)
      const now = await clock.authoritativeNow(db)
      const { isReminded, last } = await readReminders(db, tournament, now)
      const context = { now, publicUrl, timeZone, isRequested: true }
      const notification = toNotification(tournament, context)
      const people = sortByName(await listRecipients(db, tournamentId, { hasEntry: false })).map((recipient) => {
        const { id, name, email: userName } = recipient
        const channel = findWay(recipient, notification, context)
        const way = toWay(recipient, { channel, kind: notification.kind, hasMail })
        const sent = last.get(id)
        const reminder = sent === undefined ? null : { at: sent.at, state: sent.state }
        return { id, name, userName, reminder, way, canBeReminded: !isReminded(id) && channel !== null }
      })
      const { subject, text } = reminderMessage('…', tournament, publicUrl, timeZone)
      return { people, message: { subject, text } }
    },

    async send(tournamentId: number, userIds: readonly number[], organiserId: number): Promise<NotifiedPeople> {
      const notified = await inOpenTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const named = new Set(userIds)
        const context = { now, publicUrl, timeZone, isRequested: true }
        const reached = await addReminders(trx, tournament, context, (id) => named.has(id))
        const notified = toNotified(reached, hasMail)
        const details = { tournamentId, count: notified.people, userIds: [...reached.keys()] }
        if (reached.size > 0) await addAuditEntry(trx, { userId: organiserId, action: 'reminders sent', details }, now)
        return notified
      })
      outbox.wake()
      return notified
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

type Way = { channel: 'push' | 'email' | null; kind: NotificationKind; hasMail: boolean }

function toWay({ choices }: Pick<Recipient, 'choices'>, { channel, kind, hasMail }: Way): ReminderCandidate['way'] {
  if (channel === 'push') return 'device'
  if (channel === 'email') return hasMail ? 'email' : 'file'
  return choices[kind] === 'off' ? 'off' : 'no-address'
}

/** Reads the people reminded today, for any tournament, and each person's last reminder for this one. */
async function readReminders(db: Db, tournament: About, now: Date) {
  const day = toDay(tournament, now)
  const prefixes = [`reminder:${tournament.id}:`, `reminder:%:${day}:`]
  const reminded = new Set<number>()
  const last = new Map<number, SentMessage>()
  for (const message of await listSentMessages(db, prefixes)) {
    const [, tournamentId, keyDay, user] = message.requestKey.split(':')
    const userId = Number(user)
    if (keyDay === day) reminded.add(userId)
    if (Number(tournamentId) === tournament.id) last.set(userId, message)
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
    footer: toNotificationsLink(publicUrl),
  })
}
