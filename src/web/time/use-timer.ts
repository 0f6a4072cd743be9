import { useEffect, useState } from 'react'

/** Whether so much time has passed since the component appeared. */
export function useTimer(ms: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}
