import { useEffect } from 'react'

/** Keeps the screen awake while the page is in view, where the device and its owner allow it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      navigator.wakeLock.request('screen').then(
        (taken) => {
          lock = taken
          if (isOver) void taken.release()
        },
        // A device that saves its battery says no.
        () => undefined,
      )
    }
    take()
    // A page out of view loses its lock.
    document.addEventListener('visibilitychange', take)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [])
}
