import { toAge } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'

type Props = {
  /** The round, or "Final". */
  children: string
  isStale: boolean
  /** When the scores last changed, ISO 8601; null while there are none. */
  changedAt: string | null
}

/** The line above a board's title: the round, and the age of stale scores. */
export function BoardStatus({ children, isStale, changedAt }: Props) {
  const now = useNow(10_000)
  return (
    <>
      <span>{children}</span>
      {isStale && changedAt !== null && <span>Scores from {toAge(changedAt, now)} ago</span>}
    </>
  )
}
