import { type MouseEvent, useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { listOwnerLines } from '#domain/standings/owners.ts'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'
import { type EntryKey, toEntryAddress } from '#web/url/entry-address.ts'
import styles from './golfer-owners.module.css'

export type OpenEntry = (entry: EntryKey) => void

type Props = {
  standings: Standings
  espnId: string
  userId: number
  /** Called when an entry is opened. */
  onLeave: () => void
  openEntry?: OpenEntry | undefined
}

const firstCount = 20
const moreCount = 100

/** The entries that picked a golfer, with their places and links. */
export function GolferOwners({ standings, espnId, userId, onLeave, openEntry }: Props) {
  const heading = useId()
  const [count, setCount] = useState(firstCount)
  const lines = useMemo(() => listOwnerLines(standings, espnId), [standings, espnId])
  const leaveFor = (event: MouseEvent, entry: EntryKey) => {
    onLeave()
    if (openEntry === undefined) return
    event.preventDefault()
    openEntry(entry)
  }
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Owners ({formatNumber(lines.length)})</h3>
      {lines.length === 0 && <p className="small-print">Nobody picked this golfer.</p>}
      <ol className="lines">
        {lines.slice(0, count).map((line) => {
          const standing = standingAt(standings, line)
          const isOwn = standing.userId === userId
          return (
            <li key={standing.row} className={isOwn ? 'own-row' : undefined}>
              <span className={styles.position}>{standing.position}</span>
              <Link
                className={styles.name}
                to={toEntryAddress(standings.pool.tournament.id, standing)}
                onClick={(event) => leaveFor(event, standing)}
              >
                <span>{standing.userName}</span> {standing.entryNumber}
              </Link>
              {isOwn && <span className="visually-hidden"> (yours)</span>}
              <span className={styles.score}>{standing.toPar}</span>
            </li>
          )
        })}
      </ol>
      {lines.length > count && (
        <button type="button" className="button-text" onClick={() => setCount(count + moreCount)}>
          Show more
        </button>
      )}
    </section>
  )
}
