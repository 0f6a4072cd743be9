import { toAge } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'

type Props = {
  /** Where the tournament stands. */
  children: string
  /** The scores are not fresh. */
  isStale: boolean
  /** When the scores last changed, ISO 8601; null while there are none. */
  changedAt: string | null
}

/** The line over a board's title: the round, and in a few words when the scores below are old. */
export function BoardStatus({ children, isStale, changedAt }: Props) {
  const now = useNow(10_000)
  return (
    <>
      <span>{children}</span>
      {isStale && changedAt !== null && <span>Last good scores, {toAge(changedAt, now)} old</span>}
    </>
  )
}
