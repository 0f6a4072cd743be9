import { countRounds } from '#domain/field/field.ts'
import { maxLeadNotificationsPerDay, type NotificationKind } from '#domain/notifications/notification-preferences.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { PoolEvent, PoolEventListener } from '#server/messages/pool-events/pool-event.ts'
import type { Db } from '#server/platform/db/database.ts'
import { toLocalDay } from '#server/platform/text/time-format.ts'
import type { StartNotification } from '#server/pool/tournament-setup/start-telling.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { addNotifications, type SendingContext, type UserNotification } from './notification-delivery.ts'
import {
  listRecipients,
  listSentMessages,
  notificationKey,
  notificationKeyPrefix,
  type Recipient,
} from './notification-store.ts'
import {
  cutText,
  leadText,
  type NotificationText,
  newStartText,
  recapText,
  scoresText,
  summariseEntry,
} from './notification-texts.ts'
import { addReminders } from './reminders.ts'
import { addResults, indexEntries } from './results.ts'

type LeadChange = Extract<PoolEvent, { kind: 'lead-change' }>

const hour = 60 * 60 * 1000
/** Users who are asleep still want to know in the morning. */
const nightMs = 12 * hour

/** Notifies users of pool events, each through the channel they have chosen (docs/rules.md, 9.7). */
export function createNotificationListener(options: Pick<SendingContext, 'publicUrl' | 'timeZone'>): PoolEventListener {
  return async (trx, event) => {
    const { tournament, standings, at } = event
    const context = { ...options, now: at }
    if (event.kind === 'closing-24h' || event.kind === 'closing-2h') await addReminders(trx, tournament, context)
    if (event.kind === 'scores') {
      const organisers = await listRecipients(trx, tournament.id, { organisersAt: at })
      const notification: UserNotification = {
        ...toEnvelope(event, 'scores'),
        urgency: 'high',
        isDeadline: true,
        toText: ({ timeZone }) => scoresText(tournament, event.missing, timeZone),
      }
      await addNotifications(trx, organisers, notification, { ...context, isRequested: true })
    }
    if (!standings) return
    if (event.kind === 'results') await addResults(trx, { tournament, standings }, context)
    const entrants = await listRecipients(trx, tournament.id, { hasEntry: true })
    const indexOf = indexEntries(standings)
    /** About each one's entry record, by its index; also in the morning. */
    const addNews = (kind: 'cut' | 'recap', toNews: (index: number) => NotificationText) => {
      const expiresAt = new Date(at.getTime() + nightMs)
      const toText = ({ id }: Recipient) => (indexOf.has(id) ? toNews(indexOf.get(id) ?? 0) : null)
      return addNotifications(trx, entrants, { ...toEnvelope(event, kind), expiresAt, toText }, context)
    }
    if (event.kind === 'cut') await addNews('cut', (index) => cutText(tournament, summariseEntry(standings, index)))
    // The final result tells the last round.
    if (event.kind === 'round-end' && event.recap?.isLast === false) {
      const { round, recap } = event
      await addNews('recap', (index) =>
        recapText(tournament, round, [...recap.ownLines(index), 'The pool:', ...recap.lines]),
      )
    }
    if (event.kind === 'lead-change') {
      const isBelowLimit = await createDailyLimit(trx, event, options.timeZone)
      await addNotifications(trx, entrants.filter(isBelowLimit), toLead(event, standings), context)
    }
  }
}

function toEnvelope({ tournament, key, expiresAt }: PoolEvent, kind: NotificationKind) {
  const toKey = (userId: number) => notificationKey(tournament.id, kind, userId, key)
  return { kind, tournamentId: tournament.id, toKey, expiresAt }
}

/** The notification of a change of the lead, to those who gain or lose it. */
function toLead(event: LeadChange, standings: Standings): UserNotification {
  const { tournament, before, after } = event
  const round = countRounds(event.field?.event ?? {})
  const indexOf = indexEntries(standings)
  return {
    ...toEnvelope(event, 'lead'),
    urgency: 'high',
    toText({ id }) {
      const index = indexOf.get(id)
      const hadLead = before.includes(id)
      const hasLead = after.includes(id)
      if (index === undefined || hadLead === hasLead) return null
      const { best } = summariseEntry(standings, index)
      return leadText(hasLead ? 'taken' : 'lost', tournament, { best, isShared: after.length > 1, round })
    },
  }
}

/** Returns a function that says whether someone may get another notification about the lead today, in their time zone. */
async function createDailyLimit(trx: Db, { tournament, at }: LeadChange, poolTimeZone: string) {
  const prefix = notificationKeyPrefix(tournament.id, 'lead')
  const messages = await listSentMessages(trx, [prefix])
  const messagesOf = Map.groupBy(messages, ({ requestKey }) => Number.parseInt(requestKey.slice(prefix.length), 10))
  return ({ id, timeZone }: Recipient): boolean => {
    const zone = timeZone ?? poolTimeZone
    const today = toLocalDay(at, zone)
    const isToday = ({ createdAt }: { createdAt: string }) => toLocalDay(new Date(createdAt), zone) === today
    return (messagesOf.get(id) ?? []).filter(isToday).length < maxLeadNotificationsPerDay
  }
}

/** Tells everyone who has entered, each through the channel they have chosen, that the start moves (docs/rules.md, 1.3). */
export function createStartNotification(options: Pick<SendingContext, 'publicUrl' | 'timeZone'>): StartNotification {
  return async (trx, tournament, start, now) => {
    const recipients = await listRecipients(trx, tournament.id, { hasEntry: true })
    const notification = toStartNotification(tournament, start, now)
    await addNotifications(trx, recipients, notification, { ...options, now, isRequested: true })
  }
}

/** `tournament.start` is the one that people know. */
export function toStartNotification(
  tournament: Pick<TournamentRecord, 'id' | 'name' | 'start'>,
  start: string,
  now: Date,
): UserNotification {
  return {
    kind: 'start',
    tournamentId: tournament.id,
    toKey: (userId) => notificationKey(tournament.id, 'start', userId, now.toISOString()),
    expiresAt: new Date(start),
    urgency: 'high',
    isDeadline: true,
    toText: ({ timeZone }) => newStartText(tournament, start, timeZone),
  }
}
