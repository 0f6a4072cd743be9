import { useEffect } from 'react'

/** Keeps the screen awake while the page is in view, where the device and its owner allow it. */
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
        // A device that saves its battery says no.
        () => undefined,
      )
    }
    acquire()
    // A page out of view loses its lock.
    document.addEventListener('visibilitychange', acquire)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', acquire)
      void lock?.release()
    }
  }, [])
}
