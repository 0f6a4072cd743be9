import { formatEntryNumbers, toWithdrawnPick } from '../organiser-mails/withdrawal-mails.ts'
import { withdrawalMessage } from '../organiser-mails/withdrawal-message.ts'
import { listNotifiedGolfers, listPicksOf, withdrawalKey } from '../organiser-mails/withdrawal-store.ts'
import type { GolfersOutListener } from '../pool-events/pool-event.ts'
import { addNotifications } from './notification-delivery.ts'
import { listRecipients } from './notification-store.ts'
import { golferOutText } from './notification-texts.ts'

type Options = { publicUrl: string; timeZone: string }

/**
 * Tells users that golfers they picked will not play. The keys are those of the organiser's emails, so nobody is notified twice
 * about a golfer (docs/decisions/006-withdrawal-notifications.md).
 */
export function createGolfersOutListener({ publicUrl, timeZone }: Options): GolfersOutListener {
  return async (trx, { tournament, at, golfers }) => {
    const playerIds = golfers.map(({ player }) => player.id)
    const notified = await listNotifiedGolfers(trx, tournament.id)
    const picksOf = Map.groupBy(await listPicksOf(trx, tournament.id, playerIds), ({ owner }) => owner.id)
    const lostBy = new Map(
      [...picksOf].map(([userId, picks]) => {
        const lost = golfers.filter(
          ({ player }) =>
            picks.some(({ playerId }) => playerId === player.id) && !notified.get(userId)?.has(player.espnId),
        )
        return [userId, { lost, picks, entryId: picks[0]?.entryId ?? 0 }]
      }),
    )
    const toKey = (userId: number) => {
      const espnIds = (lostBy.get(userId)?.lost ?? []).map(({ player }) => player.espnId)
      return withdrawalKey(tournament.id, userId, espnIds)
    }
    const recipients = (await listRecipients(trx, tournament.id, { hasEntry: true })).filter(
      ({ id }) => (lostBy.get(id)?.lost.length ?? 0) > 0,
    )
    const notification = {
      kind: 'golfer-out',
      tournamentId: tournament.id,
      toKey,
      expiresAt: new Date(tournament.start),
      urgency: 'high',
      isDeadline: true,
      toText({ id, timeZone: own }) {
        const found = lostBy.get(id)
        if (!found) return null
        const names = found.lost.map(({ player }) => player.name)
        return golferOutText(names, tournament, { entryId: found.entryId, timeZone: own ?? timeZone })
      },
      toMail({ id, name, timeZone: own }) {
        const found = lostBy.get(id)
        if (!found) return null
        const entryUrl = `${publicUrl}/entry/edit/${found.entryId}`
        const lost = found.lost.map((golfer) => toWithdrawnPick(golfer, formatEntryNumbers(golfer, found.picks)))
        const details = { name, golfers: lost, entryUrl, timeZone: own ?? timeZone }
        return { requestKey: toKey(id), message: withdrawalMessage(details, tournament) }
      },
    } satisfies Parameters<typeof addNotifications>[2]
    await addNotifications(trx, recipients, notification, { now: at, publicUrl, timeZone })
  }
}
