import styles from '#web/screens/pool/chances/chances.module.css'

type Props = {
  /** Places from 1; 0 is disqualified, which stands right of the last place. */
  best: number
  worst: number
  /** The number of entries. */
  size: number
  /** The place now; null if disqualified. */
  place: number | null
}

/** A bar of the likely places with a mark for the place now. Hidden from screen readers: text says the same. */
export function PlaceRange({ best, worst, size, place }: Props) {
  const [from, to] = [toPosition(best, size), toPosition(worst, size)]
  return (
    <span className={styles.range} aria-hidden="true">
      <span className={styles.likely} style={{ insetInlineStart: `${from}%`, insetInlineEnd: `${100 - to}%` }} />
      {place !== null && <span className={styles.now} style={{ insetInlineStart: `${toPosition(place, size)}%` }} />}
    </span>
  )
}

function toPosition(place: number, size: number): number {
  if (place === 0) return 100
  return size <= 1 ? 0 : ((place - 1) / size) * 100
}
