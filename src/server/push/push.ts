import type { Db } from '../db/database.ts'

/** A notification, as it is stored in the outbox. */
export type Push = {
  title: string
  body: string
  /** The page that a click opens: a path of the app. */
  path: string
  /** A newer notification with the same tag replaces an older one, on the device and at the push service. */
  tag: string
  urgency: 'normal' | 'high'
  /** ISO 8601 UTC. Push services discard it then. */
  expiresAt: string
  /** It is not sent if the user has entered by then. */
  unlessEntered?: { tournamentId: number; userId: number }
}

/** A browser whose subscription has ended, and the messages it never showed. */
export type GoneDevice = {
  readonly userId: number
  readonly device: string
  readonly pushes: readonly { readonly requestKey: string; readonly push: Push }[]
}

/** Called in the transaction that removes the device. */
export type DeviceGoneListener = (trx: Db, gone: GoneDevice) => Promise<void>
