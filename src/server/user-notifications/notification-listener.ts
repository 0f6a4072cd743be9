import { maxLeadNotificationsPerDay } from '#domain/notifications/notification-preferences.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { Db } from '../db/database.ts'
import type { PoolEvent, PoolEventListener } from '../pool-events/pool-event.ts'
import { toLocalDay } from '../time-format.ts'
import { addNotifications, type SendingContext, type UserNotification } from './notification-delivery.ts'
import {
  listRecipients,
  listSentMessages,
  notificationKey,
  notificationKeyPrefix,
  type Recipient,
} from './notification-store.ts'
import { cutText, leadText, scoresText, summariseEntry } from './notification-texts.ts'
import { addReminders } from './reminders.ts'
import { addResults, indexEntries } from './results.ts'

type LeadChange = Extract<PoolEvent, { kind: 'lead-change' }>

const hour = 60 * 60 * 1000
/** Users who are asleep still want to know in the morning who made the cut. */
const cutLifetimeMs = 12 * hour

/** Notifies users of pool events, each through the channel they have chosen (docs/rules.md, 9.7). */
export function createNotificationListener(options: Pick<SendingContext, 'publicUrl' | 'timeZone'>): PoolEventListener {
  return async (trx, event) => {
    const { kind, tournament, standings, at } = event
    const context = { ...options, now: at }
    if (kind === 'closing-24h' || kind === 'closing-2h') await addReminders(trx, tournament, context)
    if (kind === 'scores') {
      const organisers = await listRecipients(trx, tournament.id, { organisersAt: at })
      await addNotifications(trx, organisers, toScores(event, context), { ...context, isRequested: true })
    }
    if (!standings) return
    const recipients = await listRecipients(trx, tournament.id, { hasEntry: true })
    if (kind === 'cut') await addNotifications(trx, recipients, toCut(event, standings), context)
    if (kind === 'results') await addResults(trx, { tournament, standings }, context)
    if (kind === 'lead-change') {
      const isBelowLimit = await createDailyLimit(trx, event, options.timeZone)
      await addNotifications(trx, recipients.filter(isBelowLimit), toLead(event, standings), context)
    }
  }
}

type ScoresEvent = Extract<PoolEvent, { kind: 'scores' }>

function toScores(event: ScoresEvent, { timeZone }: SendingContext): UserNotification {
  const { tournament, key, missing, expiresAt } = event
  return {
    kind: 'scores',
    tournamentId: tournament.id,
    toKey: (userId) => notificationKey(tournament.id, 'scores', userId, key),
    expiresAt,
    urgency: 'high',
    isDeadline: true,
    toText: (recipient) => scoresText(tournament, missing, recipient.timeZone ?? timeZone),
  }
}

function toCut({ tournament, key, at }: PoolEvent, standings: Standings): UserNotification {
  const indexOf = indexEntries(standings)
  return {
    kind: 'cut',
    tournamentId: tournament.id,
    toKey: (userId) => notificationKey(tournament.id, 'cut', userId, key),
    expiresAt: new Date(at.getTime() + cutLifetimeMs),
    urgency: 'normal',
    toText({ id }) {
      const index = indexOf.get(id)
      return index === undefined ? null : cutText(tournament, summariseEntry(standings, index))
    },
  }
}

/** Only for those who gain or lose the lead, however many have entered. */
function toLead({ tournament, key, before, after, expiresAt }: LeadChange, standings: Standings): UserNotification {
  const indexOf = indexEntries(standings)
  return {
    kind: 'lead',
    tournamentId: tournament.id,
    toKey: (userId) => notificationKey(tournament.id, 'lead', userId, key),
    expiresAt,
    urgency: 'high',
    toText({ id }) {
      const index = indexOf.get(id)
      const hadLead = before.includes(id)
      const hasLead = after.includes(id)
      if (index === undefined || hadLead === hasLead) return null
      const { best } = summariseEntry(standings, index)
      return leadText(hasLead ? 'taken' : 'lost', tournament, { best, isShared: after.length > 1 })
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
