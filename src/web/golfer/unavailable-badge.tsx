import { formatList } from '#domain/text/format.ts'
import styles from './unavailable-badge.module.css'

type Props = {
  unavailable: UnavailableLabel
  /** Whether the reason is already shown beside the badge. */
  isReasonShown?: boolean
}

/** A badge after the name of a golfer who is out, with the reason for screen readers. */
export function UnavailableBadge({ unavailable, isReasonShown = false }: Props) {
  return (
    <>
      {' '}
      <span className={styles.mark} aria-hidden="true">
        {unavailable.code}
      </span>
      {!isReasonShown && <span className="visually-hidden"> ({unavailable.note})</span>}
    </>
  )
}

/** The wording for a golfer who is out before the start. */
export type UnavailableLabel = {
  /** The text of the badge: "WD". */
  readonly code: string
  /** The text in brackets after the name: "withdrawn". */
  readonly note: string
  /** Completes a sentence that starts with the name: "has withdrawn". */
  readonly clause: string
}

const known: Readonly<Record<string, UnavailableLabel>> = {
  WD: { code: 'WD', note: 'withdrawn', clause: 'has withdrawn' },
  DQ: { code: 'DQ', note: 'disqualified', clause: 'has been disqualified' },
  DNS: { code: 'DNS', note: 'not starting', clause: 'will not start' },
  CUT: { code: 'CUT', note: 'missed the cut', clause: 'has missed the cut' },
}
const notListed: UnavailableLabel = {
  code: 'OUT',
  note: 'not in the field',
  clause: 'is no longer in the field',
}

/** `status` is the feed's; null if it does not list the golfer. */
export function toUnavailableLabel(status: string | null): UnavailableLabel {
  if (status === null) return notListed
  return known[status] ?? { code: status, note: 'out', clause: 'is out' }
}

/** "Ada Example has withdrawn.", or "Ada Example and Ben Example will not play." */
export function toUnavailableSentence(
  golfers: readonly { readonly name: string; readonly unavailable: UnavailableLabel }[],
): string {
  const [first] = golfers
  if (golfers.length === 1 && first !== undefined) return `${first.name} ${first.unavailable.clause}.`
  const names = formatList(golfers.map(({ name }) => name))
  return `${names} will not play.`
}
