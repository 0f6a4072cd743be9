import { toAge } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'

type Props = {
  /** Where the tournament stands. */
  children: string
  /** The scores are not fresh. */
  isOld: boolean
  /** When the scores last changed, ISO 8601; null while there are none. */
  changed: string | null
}

/** The line over a board's title: the round, and in a few words when the scores below are old. */
export function BoardStatus({ children, isOld, changed }: Props) {
  const now = useNow(10_000)
  return (
    <>
      <span>{children}</span>
      {isOld && changed !== null && <span>Last good scores, {toAge(changed, now)} old</span>}
    </>
  )
}
