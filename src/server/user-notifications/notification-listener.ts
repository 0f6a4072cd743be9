import { maxLeadNotificationsPerDay } from '#domain/notifications/notification-preferences.ts'
import { toPodium, toPodiumHeadline } from '#domain/standings/podium.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { Db } from '../db/database.ts'
import { reminderKey } from '../organiser-mails/reminder-store.ts'
import { reminderMessage } from '../organiser-mails/reminders.ts'
import { automaticResultMailKey, findSentResults } from '../organiser-mails/result-mail-store.ts'
import { listOwnLines, resultMessage, summariseResult, toResultParts } from '../organiser-mails/result-message.ts'
import type { PoolEvent, PoolEventListener } from '../pool-events/pool-event.ts'
import { addNotifications, type UserNotification } from './notification-delivery.ts'
import { listRecipients, notificationKey } from './notification-store.ts'
import { cutText, leadText, noEntryText, resultsText, summariseEntry } from './notification-texts.ts'

type Options = {
  publicUrl: string
  /** The pool's time zone, for users whose own is unknown. */
  timeZone: string
}

type LeadChange = Extract<PoolEvent, { kind: 'lead-change' }>

const hour = 60 * 60 * 1000
/** Users who are asleep still want to know in the morning who made the cut. */
const cutLifetimeMs = 12 * hour

/** Notifies users of pool events, each through the channel they have chosen (docs/rules.md, 9.7). */
export function createNotificationListener(options: Options): PoolEventListener {
  return async (trx, event) => {
    const notification = await toUserNotification(trx, event, options)
    if (!notification) return
    const recipients = await listRecipients(trx, event.tournament.id, {
      hasEntry: notification.isForNonEntrants !== true,
    })
    await addNotifications(trx, recipients, notification, { now: event.at, ...options })
  }
}

async function toUserNotification(trx: Db, event: PoolEvent, options: Options): Promise<UserNotification | undefined> {
  if (event.kind === 'closing-24h' || event.kind === 'closing-2h') return toNoEntry(event, options)
  const { standings } = event
  if (!standings) return undefined
  if (event.kind === 'cut') return toCut(event, standings)
  if (event.kind === 'lead-change') return toLead(event, standings)
  if (event.kind === 'results')
    return toResults(event, standings, { ...options, areMailed: await hasMails(trx, event) })
  return undefined
}

function toNoEntry(event: PoolEvent, { publicUrl, timeZone }: Options): UserNotification {
  const { tournament, at } = event
  const kind = event.kind === 'closing-24h' ? 'no-entry-24h' : 'no-entry-2h'
  const day = at.toISOString().slice(0, 10)
  return {
    ...toKindAndKey(event, kind),
    expiresAt: event.expiresAt,
    urgency: kind === 'no-entry-2h' ? 'high' : 'normal',
    isDeadline: true,
    isForNonEntrants: true,
    toText: (recipient) => noEntryText(kind, tournament, recipient.timeZone ?? timeZone),
    // The same key as an organiser's reminder, so that nobody gets both on one day.
    toMail: ({ id, name, timeZone: own }) => ({
      requestKey: reminderKey({ tournamentId: tournament.id, day, userId: id }),
      message: reminderMessage({ name }, tournament, { publicUrl, timeZone: own ?? timeZone }),
    }),
  }
}

function toCut(event: PoolEvent, standings: Standings): UserNotification {
  const { tournament, at } = event
  const indexOf = indexEntries(standings)
  return {
    ...toKindAndKey(event, 'cut'),
    expiresAt: new Date(at.getTime() + cutLifetimeMs),
    urgency: 'normal',
    toText({ id }) {
      const index = indexOf.get(id)
      return index === undefined ? null : cutText(tournament, summariseEntry(standings, index))
    },
  }
}

/** Only for those who gain or lose the lead, however many have entered. */
function toLead(event: LeadChange, standings: Standings): UserNotification {
  const { tournament, before, after } = event
  const indexOf = indexEntries(standings)
  return {
    ...toKindAndKey(event, 'lead'),
    maxPerDay: maxLeadNotificationsPerDay,
    expiresAt: event.expiresAt,
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

function toResults(
  event: PoolEvent,
  standings: Standings,
  { publicUrl, areMailed }: Options & { areMailed: boolean },
): UserNotification {
  const { tournament } = event
  const indexOf = indexEntries(standings)
  const podium = toPodium(standings)
  const headline = podium === null ? '' : `${toPodiumHeadline(podium, true)}.`
  const summary = summariseResult(tournament.name, standings, `${publicUrl}/pool/${tournament.id}`)
  return {
    ...toKindAndKey(event, 'results'),
    expiresAt: event.expiresAt,
    urgency: 'normal',
    toText({ id }) {
      const index = indexOf.get(id)
      return index === undefined ? null : resultsText(tournament, headline, summariseEntry(standings, index))
    },
    // The same email as the organiser's, so these users do not get it twice.
    toMail({ id, name }) {
      const index = indexOf.get(id)
      if (index === undefined || areMailed) return null
      return {
        requestKey: automaticResultMailKey(tournament.id, id),
        message: resultMessage(toResultParts(name, listOwnLines(standings, index), summary)),
      }
    },
  }
}

async function hasMails(trx: Db, { tournament }: PoolEvent): Promise<boolean> {
  return (await findSentResults(trx, tournament.id)) !== undefined
}

function toKindAndKey({ tournament, key }: PoolEvent, kind: UserNotification['kind']) {
  return {
    kind,
    tournamentId: tournament.id,
    toKey: (userId: number) => notificationKey(tournament.id, kind, userId, key),
  }
}

/** By user id. */
function indexEntries({ pool }: Standings): Map<number, number> {
  return new Map(pool.entries.map(({ userId }, index) => [userId, index]))
}
