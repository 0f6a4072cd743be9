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
  /** It is not sent if the person has entered by then. */
  unlessEntered?: { tournamentId: number; userId: number }
}
