import type { Db } from '../db/database.ts'

/** A notification, as it is stored in the outbox. */
export type Push = {
  title: string
  body: string
  /** The page that a click opens: a path of the app. */
  path: string
  /** A newer notification with the same tag takes the place of an older one, on the device and at the push service. */
  tag: string
  urgency: 'normal' | 'high'
  /** ISO 8601 UTC. Push services forget it then. */
  expiresAt: string
  /** One of those that people choose, and get by email if their last device is gone. */
  isNotice?: true
  /** It is not sent if the person has entered by then. */
  unlessEntered?: { tournamentId: number; userId: number }
}

/** A browser whose push service does not know it any more, and what it has not shown. */
export type GoneDevice = {
  readonly userId: number
  readonly device: string
  readonly pushes: readonly { readonly requestKey: string; readonly push: Push }[]
}

/** Called in the transaction that has removed the device. */
export type DeviceGoneListener = (trx: Db, gone: GoneDevice) => Promise<void>
