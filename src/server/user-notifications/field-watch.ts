import { inRetriedTransaction } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { claimSource } from '../tournament-setup/source-copy-store.ts'
import { findAnnouncement, lockAnnouncement, saveAnnouncement } from '../tournaments/announcement-store.ts'
import type { EventLookup } from '../tournaments/event-lookup.ts'
import { findActiveTournament } from '../tournaments/tournament-store.ts'
import { addNotifications, type SendingContext } from './notification-delivery.ts'
import { listRecipients, notificationKey } from './notification-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock'> &
  Pick<SendingContext, 'publicUrl' | 'timeZone'> & { events: Pick<EventLookup, 'find'> }

const intervalMs = 30 * 60_000

/** Tells the organisers once that an announced event has its field. Returns whether there are new messages. Throws `FeedError`. */
export function createFieldWatch({ db, clock, events, ...options }: Options) {
  return async (): Promise<boolean> => {
    const announced = await findAnnouncement(db)
    if (!announced || announced.fieldOutAt !== null || (await findActiveTournament(db))) return false
    const { espnId, name, start } = announced.event
    const now = await clock.authoritativeNow(db)
    if (!(await claimSource(db, `field ${espnId}`, now, new Date(now.getTime() + intervalMs)))) return false
    if ((await events.find(espnId)).golfers.length === 0) return false
    return inRetriedTransaction(db, async (trx) => {
      const locked = await lockAnnouncement(trx)
      if (locked?.event.espnId !== espnId || locked.fieldOutAt !== null) return false
      const fieldOutAt = now.toISOString()
      await saveAnnouncement(trx, { ...locked, fieldOutAt })
      const notification = {
        kind: 'scores',
        tournamentId: 0,
        toKey: (userId: number) => notificationKey(0, 'scores', userId, `field:${espnId}:${fieldOutAt}`),
        expiresAt: new Date(start),
        toText: () => ({ title: `The field is out: ${name}`, body: 'Now set the tiers.', path: '/tournament/new' }),
      } as const
      const organisers = await listRecipients(trx, 0, { organisersAt: now })
      await addNotifications(trx, organisers, notification, { ...options, now, isRequested: true })
      return true
    })
  }
}
