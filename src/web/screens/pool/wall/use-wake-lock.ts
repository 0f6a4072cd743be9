import { useEffect } from 'react'

/** Keeps the screen awake while the page is visible, where the device allows it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const acquire = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      navigator.wakeLock.request('screen').then(
        (sentinel) => {
          lock = sentinel
          if (isUnmounted) void sentinel.release()
        },
        // Refused, for example to save the battery.
        () => undefined,
      )
    }
    acquire()
    // A hidden page loses its lock.
    document.addEventListener('visibilitychange', acquire)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', acquire)
      void lock?.release()
    }
  }, [])
}
