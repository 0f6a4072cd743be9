/** The clock, randomness and page state that a live connection uses. Tests pass a stub. */
export type LiveEnvironment = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From 0 to 1, excluding 1. */
  readonly random: () => number
  /** Runs `action` after `ms`. Returns a function that cancels it. */
  readonly after: (ms: number, action: () => void) => () => void
  readonly isVisible: () => boolean
  readonly isOnline: () => boolean
  /** Subscribes to changes of `isVisible` and `isOnline`. Returns a function that unsubscribes. */
  readonly onChange: (listener: () => void) => () => void
}

export const browserEnvironment: LiveEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}
