/** The kinds of notifications and their channels (docs/rules.md, 9.7). */

const notificationKinds = [
  'no-entry-24h',
  'no-entry-2h',
  'receipt',
  'start',
  'golfer-out',
  'sheet',
  'cut',
  'recap',
  'lead',
  'results',
  'message',
  'scores',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The kinds that a user can get. */
export function listKinds(isOrganiser: boolean): NotificationKind[] {
  return notificationKinds.filter((kind) => isOrganiser || kind !== 'scores')
}

/** `push`: on the devices that the user has added. */
export const notificationChannels = ['push', 'email', 'off'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export type NotificationPreferences = Readonly<Record<NotificationKind, NotificationChannel>>

/** A record that has one value for every kind of notification. */
export function allBy<Value>(value: Value): Record<NotificationKind, Value> {
  return Object.fromEntries(notificationKinds.map((kind) => [kind, value])) as Record<NotificationKind, Value>
}

/**
 * Without a device, `push` sends nothing, so by default users only get what is worth keeping in an inbox: proof of their picks,
 * and the picks of everybody (docs/rules.md, 9.7).
 */
export const defaultPreferences: NotificationPreferences = { ...allBy('push'), receipt: 'email', sheet: 'email' }

/** What "Tell me what matters" sets, by the channel that people choose for it. */
export const preferenceSets: Readonly<Record<NotificationChannel, NotificationPreferences>> = {
  push: defaultPreferences,
  email: allBy('email'),
  off: allBy('off'),
}

/** The channel whose set these preferences are, as far as they concern these kinds; null for a choice of one's own. */
export function findPreferenceSet(
  preferences: NotificationPreferences,
  kinds: readonly NotificationKind[],
): NotificationChannel | null {
  const isSet = (channel: NotificationChannel) =>
    kinds.every((kind) => preferences[kind] === preferenceSets[channel][kind])
  return notificationChannels.find(isSet) ?? null
}

/** Times of day, "22:00", in the user's time zone. No notifications from `from` until `to`. */
export type QuietHours = { readonly from: string; readonly to: string }

/** About the lead, per user: in a last round it can change often. */
export const maxLeadNotificationsPerDay = 4

export const defaultQuietHours: QuietHours = { from: '22:00', to: '07:00' }

const minuteMs = 60_000
const minutesPerDay = 24 * 60

type Moment = { readonly now: Date; readonly quietHours: QuietHours | null; readonly timeZone: string }

/** When a notification may be sent: now, or at the end of the user's quiet hours. */
export function findSendingTime({ now, quietHours, timeZone }: Moment): Date {
  if (quietHours === null) return now
  const from = toMinutes(quietHours.from)
  const to = toMinutes(quietHours.to)
  const local = minutesInZone(now, timeZone)
  if (!isWithin(local, from, to)) return now
  const wait = modulo(to - local, minutesPerDay)
  const end = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + wait * minuteMs)
  // If clocks change in between, the same number of minutes ends earlier or later on the clock.
  const shift = modulo(minutesInZone(end, timeZone) - to + minutesPerDay / 2, minutesPerDay) - minutesPerDay / 2
  return new Date(end.getTime() - shift * minuteMs)
}

/** Whether a minute of the day is in the range from `from` until before `to`, which may cross midnight. A range of equal times is empty. */
function isWithin(minute: number, from: number, to: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight on the clock of a time zone. */
function minutesInZone(at: Date, timeZone: string): number {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return toMinutes(format.format(at))
}

const modulo = (value: number, by: number) => ((value % by) + by) % by
