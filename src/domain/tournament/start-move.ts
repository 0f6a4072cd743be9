const minuteMs = 60_000
const smallMoveMs = 5 * minuteMs
const smallMovesApartMs = 60 * minuteMs

type Telling = {
  /** The start that entrants know. */
  readonly known: string
  /** When they were last told of a move by the feed; null if never. */
  readonly toldAt: string | null
}

/** Whether the feed's new start is told now: moves of less than five minutes at most once an hour (docs/rules.md, 1.3). */
export function isMoveTold({ known, toldAt }: Telling, start: string, now: Date): boolean {
  const distance = Math.abs(Date.parse(start) - Date.parse(known))
  if (distance === 0) return false
  if (distance >= smallMoveMs || toldAt === null) return true
  return now.getTime() - Date.parse(toldAt) >= smallMovesApartMs
}
