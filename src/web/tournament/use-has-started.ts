import { useEffect, useState } from 'react'
import { hasStarted, type Tournament } from '#domain/tournament/tournament.ts'

/** Browser timers overflow after about 24 days, so longer waits are split. */
const maxTimerMs = 24 * 60 * 60_000

/** Whether the tournament has started, by the browser's clock. Re-renders at the start. */
export function useHasStarted({ start, endedBeforeStart }: Pick<Tournament, 'start' | 'endedBeforeStart'>): boolean {
  const [now, setNow] = useState(Date.now)
  const isStarted = hasStarted({ start, endedBeforeStart }, new Date(now))
  useEffect(() => {
    if (isStarted || endedBeforeStart) return
    const waitMs = Math.min(maxTimerMs, Math.max(0, Date.parse(start) - now))
    const timer = setTimeout(() => setNow(Date.now()), waitMs)
    return () => clearTimeout(timer)
  }, [isStarted, endedBeforeStart, start, now])
  return isStarted
}
