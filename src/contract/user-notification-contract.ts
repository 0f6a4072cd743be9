import * as z from 'zod/mini'
import { allBy, notificationChannels } from '#domain/notifications/notification-preferences.ts'
import { id, instant, isTimeZone, plainText } from './values.ts'

/** The automatic notifications that people can choose, and the devices that show them (docs/rules.md, 9.7). */

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00'))

const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'must be a time zone such as Europe/Berlin'))

/** The channel of each kind of notification. */
const channel = z.enum(notificationChannels)
const notificationPreferences = z.strictObject(allBy(channel))

const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay })

/** `PUT /api/notices`: the user's choices. */
export const notificationSettings = z.strictObject({
  choices: notificationPreferences,
  /** Notifications wait until `to`. Null: never. */
  quietHours: z.nullable(quietHours),
  timeZone,
})

export type NotificationSettings = z.infer<typeof notificationSettings>

/** A browser that is subscribed to notifications. */
export const notificationDevice = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** SHA-256 of the subscription's endpoint, base64url, by which a browser recognises itself. */
  digest: z.string(),
})

/** `GET /api/notices`: the settings; `timeZone` is null until the user has saved one or added a device. */
export const userNotifications = z.object({
  choices: notificationPreferences,
  quietHours: z.nullable(quietHours),
  timeZone: z.nullable(z.string()),
  devices: z.array(notificationDevice),
  /** The VAPID public key, with which browsers subscribe, base64url. */
  pushKey: z.string(),
  /** The address to which emails are sent. */
  email: z.string(),
  /** True if the pool has a mail server and the address is known to be the user's. */
  canEmail: z.boolean(),
})

export type UserNotifications = z.infer<typeof userNotifications>

const base64url = z.string().check(z.regex(/^[\w-]+$/, 'must be base64url'), z.maxLength(200))

/** Viewers whose television lags behind can hold back scores for that long. */
export const longestDelaySeconds = 300

/** `POST /api/notices/device`: a browser's subscription. A repeat changes only the delay. */
export const newNotificationDevice = z.strictObject({
  endpoint: z.string().check(z.maxLength(1024)),
  keys: z.strictObject({ p256dh: base64url, auth: base64url }),
  name: plainText(60),
  timeZone,
  /** How much later its viewer sees scores. Default: 0. */
  delaySeconds: z.optional(z.int().check(z.gte(0), z.lte(longestDelaySeconds))),
  /** The endpoint of the subscription that this one replaces. */
  replaces: z.optional(z.string().check(z.maxLength(1024))),
})

export type NewNotificationDevice = z.infer<typeof newNotificationDevice>

/** `POST /api/notices/device/remove`: one of the user's devices, by its id or by the address that the browser knows. */
export const notificationDeviceRemoval = z.union([
  z.strictObject({ id }),
  z.strictObject({ endpoint: z.string().check(z.maxLength(1024)) }),
])

/** `POST /api/notices/test`: the number of devices that are sent a notification. */
export const testNotification = z.object({ devices: z.int() })
