/** What a live connection needs of the world around it; handed in, so that a test can be the world. */
export type LiveEnvironment = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  /** Calls `action` once after so many milliseconds; returns its undo. */
  readonly after: (ms: number, action: () => void) => () => void
  readonly isVisible: () => boolean
  readonly isOnline: () => boolean
  /** Calls when the page is shown or hidden, and when the network comes or goes; returns its undo. */
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
