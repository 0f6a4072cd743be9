import type { StartAnnouncement } from '../tournament-setup/start-following.ts'
import { addNotifications, type SendingContext, type UserNotification } from './notification-delivery.ts'
import { listRecipients, notificationKey } from './notification-store.ts'
import { newStartText } from './notification-texts.ts'

/** Tells everyone who has entered, each through the channel they have chosen, that the start moves (docs/rules.md, 1.3). */
export function createStartAnnouncement(options: Pick<SendingContext, 'publicUrl' | 'timeZone'>): StartAnnouncement {
  return async (trx, tournament, start, now) => {
    const recipients = await listRecipients(trx, tournament.id, { hasEntry: true })
    const notification: UserNotification = {
      kind: 'start',
      tournamentId: tournament.id,
      toKey: (userId) => notificationKey(tournament.id, 'start', userId, now.toISOString()),
      expiresAt: new Date(start),
      urgency: 'high',
      isDeadline: true,
      toText: ({ timeZone }) => newStartText(tournament, start, timeZone),
    }
    await addNotifications(trx, recipients, notification, { ...options, now, isRequested: true })
  }
}
