import {
  describeLockedChange,
  type LockedChange,
  type LockedDetail,
  nameDetail,
} from '#domain/tournament/locked-change.ts'
import { toDateAndClock } from '#web/time/time-text.ts'
import styles from './locked-changes.module.css'

/** The changes after the lock, with who made them, when and why. */
export function LockedChangeList({ changes }: { changes: readonly LockedChange[] }) {
  return (
    <ol className="stack">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, at its end.
        <li key={index}>
          <LockedChangeItem change={change} />
        </li>
      ))}
    </ol>
  )
}

function LockedChangeItem({ change }: { change: LockedChange }) {
  const { at, by, reason, details } = change
  return (
    <>
      <p className="strong">{describeLockedChange(change)}</p>
      {reason !== null && <p>{reason}</p>}
      <p className="small-print">
        {by !== null && `${by}, `}
        <time dateTime={at}>{toDateAndClock(at)}</time>
      </p>
      {details?.map((detail) => (
        <DetailChange key={detail.field} detail={detail} />
      ))}
    </>
  )
}

function DetailChange({ detail }: { detail: LockedDetail }) {
  const name = nameDetail(detail)
  return (
    <dl className={styles.detail}>
      <div>
        <dt className="small-print">Before, {name}</dt>
        <dd>{detail.before || 'Nothing'}</dd>
      </div>
      <div>
        <dt className="small-print">Since then</dt>
        <dd>{detail.after || 'Nothing'}</dd>
      </div>
    </dl>
  )
}
