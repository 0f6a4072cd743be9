import { useEffect, useState } from 'react'
import { hasStarted, type Tournament } from '#domain/tournament/tournament.ts'

/** Browser timers overflow after about 24 days, so longer waits are split. */
const maxTimerMs = 24 * 60 * 60_000

/** Whether the tournament has started, by the browser's clock. Re-renders at the start. */
export function useHasStarted(tournament: Pick<Tournament, 'start' | 'endedBeforeStart'>): boolean {
  const { start, endedBeforeStart } = tournament
  return hasStarted({ start, endedBeforeStart }, useTimeAround(start))
}

/** A time that is on the right side of `moment`, by the browser's clock. Re-renders at that moment. */
export function useTimeAround(moment: string): Date {
  const [now, setNow] = useState(Date.now)
  const waitMs = Date.parse(moment) - now
  useEffect(() => {
    if (waitMs <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(maxTimerMs, waitMs))
    return () => clearTimeout(timer)
  }, [waitMs])
  return new Date(now)
}
