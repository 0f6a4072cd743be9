import type { NotificationSettings, UserNotifications } from '#contract/user-notification-contract.ts'
import {
  defaultPreferences,
  defaultQuietHours,
  type NotificationKind,
  type NotificationPreferences,
} from '#domain/notifications/notification-preferences.ts'
import { filedNote } from '#server/delivery/mail/mailer.ts'
import { listDevices, removeSubscription } from '#server/delivery/push/push-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isActiveUser, isAdmitted, selectOrganisers } from '#server/users/user-store.ts'

export type StoredSettings = Pick<UserNotifications, 'choices' | 'quietHours' | 'timeZone'>

/** Someone who may be notified, with the ids of their devices. */
export type Recipient = StoredSettings & {
  readonly id: number
  readonly name: string
  /** Empty if mail may reach a stranger. */
  readonly email: string
  readonly subscriptionIds: readonly number[]
}

export async function findSettings(db: Db, userId: number): Promise<StoredSettings> {
  const row = await db.selectFrom('notice_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return toSettings(row)
}

/** The settings of those among these users who have changed any. */
export async function listSettings(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, StoredSettings>> {
  const rows = await db.selectFrom('notice_settings').selectAll().where('user_id', 'in', userIds).execute()
  return new Map(rows.map((row) => [row.user_id, toSettings(row)]))
}

export async function saveSettings(trx: Db, userId: number, settings: NotificationSettings): Promise<void> {
  const values = toValues(settings)
  await trx
    .insertInto('notice_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Saves the time zone of the first device, for the default quiet hours. */
export async function addDefaultSettings(trx: Db, userId: number, timeZone: string): Promise<void> {
  const values = toValues({ choices: defaultPreferences, quietHours: defaultQuietHours, timeZone })
  await trx
    .insertInto('notice_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

function toValues({ choices, quietHours, timeZone }: NotificationSettings) {
  return {
    choices: JSON.stringify(choices),
    quiet_from: quietHours?.from ?? null,
    quiet_to: quietHours?.to ?? null,
    time_zone: timeZone,
  }
}

/** Active users who have an entry in the tournament, or who have signed in and have none, or who are organisers at a time. */
export async function listRecipients(
  db: Db,
  tournamentId: number,
  who: { hasEntry: boolean } | { organisersAt: Date },
): Promise<Recipient[]> {
  const meant =
    'hasEntry' in who
      ? db
          .selectFrom('entries')
          .select('user_id as id')
          .where('tournament_id', '=', tournamentId)
          .where('withdrawn_at', 'is', null)
      : selectOrganisers(db, 'all', who.organisersAt).select('users.id')
  const rows = await db
    .selectFrom('users')
    .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
    .select(['users.id', 'name', 'choices', 'quiet_from', 'quiet_to', 'time_zone'])
    .select((eb) => eb.case().when(isAdmitted(eb)).then('').else(eb.ref('email')).end().as('email'))
    .where('is_real', '=', 1)
    .where(isActiveUser)
    .where('users.id', 'hasEntry' in who && !who.hasEntry ? 'not in' : 'in', meant)
    .orderBy('users.id')
    .execute()
  const devices = await db.selectFrom('push_subscriptions').select(['id', 'user_id']).orderBy('id').execute()
  const devicesOf = Map.groupBy(devices, ({ user_id }) => user_id)
  return rows.map(({ id, name, email, ...settings }) => {
    const subscriptionIds = (devicesOf.get(id) ?? []).map((device) => device.id)
    return { ...toSettings(settings), id, name, email, subscriptionIds }
  })
}

/** The name and address of a user who may get mail. */
export async function findAddressee(db: Db, userId: number): Promise<{ name: string; email: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('is_real', '=', 1)
    .where(isActiveUser)
    .where((eb) => eb.not(isAdmitted(eb)))
    .executeTakeFirst()
}

/** One user, like `listRecipients`; undefined if no mail may reach them. */
export async function findRecipient(trx: Db, id: number): Promise<Recipient | undefined> {
  const person = await findAddressee(trx, id)
  if (!person) return undefined
  const devices = await listDevices(trx, id)
  return { ...(await findSettings(trx, id)), id, ...person, subscriptionIds: devices.map((device) => device.id) }
}

/** Stored, like `notice_settings`: an earlier name of these notifications. */
const notificationPrefix = 'notice'

/** How the outbox keys of a kind of notification begin. The user's id follows. */
export function notificationKeyPrefix(tournamentId: number, kind: NotificationKind): string {
  return [notificationPrefix, tournamentId, kind, ''].join(':')
}

/** The outbox key of a notification, by push or email. `event` is the key of the event. */
export function notificationKey(tournamentId: number, kind: NotificationKind, userId: number, event: string): string {
  return `${notificationKeyPrefix(tournamentId, kind)}${userId}:${event}`
}

export type SentMessage = {
  readonly requestKey: string
  readonly createdAt: string
  /** When it was sent or, before that, requested: ISO 8601. */
  readonly at: string
  /** `filed`: an email that became a file, because there was no mail server. */
  readonly state: 'waiting' | 'sent' | 'filed' | 'failed'
}

/** The messages in the outbox whose keys have one of these prefixes, oldest first; of several devices, the best state. */
export async function listSentMessages(db: Db, keyPrefixes: readonly string[]): Promise<SentMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['request_key', 'created_at', 'sent_at', 'next_attempt_at', 'last_error'])
    .where((eb) => eb.or(keyPrefixes.map((prefix) => eb('request_key', 'like', `${prefix}%`))))
    .orderBy('id')
    .execute()
  const messages = new Map<string, SentMessage>()
  for (const { request_key: requestKey, created_at: createdAt, sent_at, next_attempt_at, last_error } of rows) {
    const unsentState = next_attempt_at === null ? 'failed' : 'waiting'
    const sentState = last_error === filedNote ? 'filed' : 'sent'
    const state = sent_at === null ? unsentState : sentState
    const earlier = messages.get(requestKey)
    if (earlier && stateOrder.indexOf(earlier.state) <= stateOrder.indexOf(state)) continue
    messages.set(requestKey, { requestKey, createdAt, at: sent_at ?? createdAt, state })
  }
  return [...messages.values()]
}

const stateOrder = ['sent', 'waiting', 'filed', 'failed'] as const

/** Removes a user's notification settings, devices and queued messages. */
export async function removeNotificationSettings(trx: Db, userId: number): Promise<void> {
  for (const { id } of await listDevices(trx, userId)) await removeSubscription(trx, id)
  await trx.deleteFrom('notice_settings').where('user_id', '=', userId).execute()
}

/** Moves the devices to the target of a merge. The target's settings win, or else those of a source. */
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

type Row = Record<'choices' | 'quiet_from' | 'quiet_to' | 'time_zone', string | null>

/** Of people who have changed nothing. */
export const defaultSettings: StoredSettings = {
  choices: defaultPreferences,
  quietHours: defaultQuietHours,
  timeZone: null,
}

function toSettings(row: Row | undefined): StoredSettings {
  if (!row || row.choices === null) return defaultSettings
  const { choices, quiet_from: from, quiet_to: to, time_zone: timeZone } = row
  return {
    // Written by `saveSettings`; a kind that is newer than the row has its default.
    choices: { ...defaultPreferences, ...(JSON.parse(choices) as Partial<NotificationPreferences>) },
    quietHours: from === null || to === null ? null : { from, to },
    timeZone,
  }
}
