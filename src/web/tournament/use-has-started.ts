import { useEffect, useState } from 'react'
import { hasStarted, type Tournament } from '#domain/tournament.ts'

/** Longer waits overflow a browser's timer; the rest is waited for afterwards. */
const maxTimerMs = 24 * 60 * 60_000

/** Has the tournament begun? Turns true at its start, in front of the reader. */
export function useHasStarted({ start }: Pick<Tournament, 'start'>): boolean {
  const [now, setNow] = useState(Date.now)
  const isRunning = hasStarted({ start }, new Date(now))
  useEffect(() => {
    if (isRunning) return
    const wait = Math.min(maxTimerMs, Math.max(0, Date.parse(start) - now))
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [isRunning, start, now])
  return isRunning
}
