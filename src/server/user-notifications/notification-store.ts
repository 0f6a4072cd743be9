import type { NotificationSettings } from '#contract/user-notification-contract.ts'
import {
  defaultPreferences,
  defaultQuietHours,
  type NotificationKind,
  type NotificationPreferences,
  type QuietHours,
} from '#domain/notifications/notification-preferences.ts'
import type { Db } from '../db/database.ts'
import { listDevices, removeSubscription } from '../push/push-store.ts'
import { isActiveUser } from '../users/user-store.ts'

export type StoredSettings = {
  choices: NotificationPreferences
  quietHours: QuietHours | null
  timeZone: string | null
}

/** A user who may want to be notified, with the ids of their devices. */
export type Recipient = StoredSettings & {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly subscriptionIds: readonly number[]
}

export async function findSettings(db: Db, userId: number): Promise<StoredSettings> {
  const row = await db.selectFrom('notice_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return toSettings(row)
}

export async function saveSettings(trx: Db, userId: number, settings: NotificationSettings): Promise<void> {
  const values = {
    choices: JSON.stringify(settings.choices),
    quiet_from: settings.quietHours?.from ?? null,
    quiet_to: settings.quietHours?.to ?? null,
    time_zone: settings.timeZone,
  }
  await trx
    .insertInto('notice_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Saves the time zone of the first device, for the default quiet hours. */
export async function addDefaultSettings(trx: Db, userId: number, timeZone: string): Promise<void> {
  await trx
    .insertInto('notice_settings')
    .values({
      user_id: userId,
      choices: JSON.stringify(defaultPreferences),
      quiet_from: defaultQuietHours.from,
      quiet_to: defaultQuietHours.to,
      time_zone: timeZone,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Users with a device or settings who have an entry in the tournament, or who could have one and have none. */
export async function listRecipients(
  db: Db,
  tournamentId: number,
  { hasEntry }: { hasEntry: boolean },
): Promise<Recipient[]> {
  const entered = db.selectFrom('entries').select('user_id').where('tournament_id', '=', tournamentId)
  const rows = await db
    .selectFrom('users')
    .innerJoin('notice_settings', 'notice_settings.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'choices', 'quiet_from', 'quiet_to', 'time_zone'])
    .where('is_real', '=', 1)
    .where(isActiveUser)
    .where('users.id', hasEntry ? 'in' : 'not in', entered)
    .orderBy('users.id')
    .execute()
  const devices = await db.selectFrom('push_subscriptions').select(['id', 'user_id']).orderBy('id').execute()
  const devicesOf = Map.groupBy(devices, ({ user_id }) => user_id)
  return rows.map((row) => ({
    ...toSettings(row),
    id: row.id,
    name: row.name,
    email: row.email,
    subscriptionIds: (devicesOf.get(row.id) ?? []).map(({ id }) => id),
  }))
}

/** The name and address of a user who may be notified. */
export async function findAddressee(db: Db, userId: number): Promise<{ name: string; email: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('is_real', '=', 1)
    .where(isActiveUser)
    .executeTakeFirst()
}

/** Stored, like `notice_settings`: an earlier name of these notifications. */
const notificationPrefix = 'notice'

/** The outbox key of a notification, by push or email. `event` is the key of the event. */
export function notificationKey(tournamentId: number, kind: NotificationKind, userId: number, event: string): string {
  return [notificationPrefix, tournamentId, kind, userId, event].join(':')
}

/** When notifications of a kind were added since then, once for all devices, by user id. */
export async function listNotifications(
  db: Db,
  { tournamentId, kind }: { tournamentId: number; kind: NotificationKind },
  since: Date,
): Promise<Map<number, Date[]>> {
  const prefix = [notificationPrefix, tournamentId, kind, ''].join(':')
  const rows = await db
    .selectFrom('outbox')
    .select(['request_key', ({ fn }) => fn.min('created_at').as('at')])
    .where('created_at', '>=', since.toISOString())
    .where('request_key', 'like', `${prefix}%`)
    .groupBy('request_key')
    .execute()
  const times = new Map<number, Date[]>()
  for (const { request_key, at } of rows) {
    const userId = Number.parseInt(request_key.slice(prefix.length), 10)
    times.set(userId, [...(times.get(userId) ?? []), new Date(at)])
  }
  return times
}

/** Removes a user's notification settings, devices and queued messages. */
export async function removeNotificationSettings(trx: Db, userId: number): Promise<void> {
  for (const { id } of await listDevices(trx, userId)) await removeSubscription(trx, id)
  await trx.deleteFrom('notice_settings').where('user_id', '=', userId).execute()
}

/** For a merge: moves the devices to the target. The target's settings win, or else those of a source. */
export async function moveNotificationSettings(trx: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  await trx.updateTable('push_subscriptions').set({ user_id: targetId }).where('user_id', 'in', sourceIds).execute()
  const settings = await trx.deleteFrom('notice_settings').where('user_id', 'in', sourceIds).returningAll().execute()
  const [first] = settings.toSorted((a, b) => a.user_id - b.user_id)
  if (!first) return
  await trx
    .insertInto('notice_settings')
    .values({ ...first, user_id: targetId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

type Row = { choices: string; quiet_from: string | null; quiet_to: string | null; time_zone: string }

function toSettings(row: Row | undefined): StoredSettings {
  if (!row) return { choices: defaultPreferences, quietHours: defaultQuietHours, timeZone: null }
  const { choices, quiet_from: from, quiet_to: to, time_zone: timeZone } = row
  return {
    // Written by `saveSettings`; a kind that is newer than the row has its default.
    choices: { ...defaultPreferences, ...(JSON.parse(choices) as Partial<NotificationPreferences>) },
    quietHours: from === null || to === null ? null : { from, to },
    timeZone,
  }
}
