import { type ReactNode, useEffect, useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { toMovement } from '#domain/field/movement.ts'
import { toGapText, toOutText, toOutWord } from '#domain/standings/entry-figures.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import sort from '#web/board/board-sort.module.css'
import { MovementMark } from '#web/board/movement-mark.tsx'
import type { MovementSince, OwnEntry } from '#web/board/use-own-entries.ts'
import { OwnChance } from './chances/own-chance.tsx'
import styles from './own-entries-bar.module.css'

/** Time for the board to load first. */
const chancesAfterMs = 3000

/** What the chances are computed from; null before the first scores and when play is over. */
export type ChancesInput = { standings: Standings; leaderboard: Leaderboard } | null

type Props = {
  chances: ChancesInput
  entries: readonly OwnEntry[]
  /** Null when play is over. */
  since: MovementSince | null
  onSinceChange: (since: MovementSince) => void
  onSelect: (entry: OwnEntry) => void
}

/** The viewer’s entries in one line: place, movement, score and gap. Each leads to its row, and back. */
export function OwnEntriesBar({ chances, entries, since, onSinceChange, onSelect }: Props) {
  const isReady = useTimer(chancesAfterMs)
  return (
    <nav className={`no-print ${styles.bar}`} aria-label="Your entries">
      <SinceMenu since={since} onChange={onSinceChange} />
      {entries.map((entry) => (
        <EntryButton key={entry.standing.row} entry={entry} onSelect={onSelect}>
          {isReady && chances !== null && entry.outText === null && <OwnChance {...chances} row={entry.standing.row} />}
        </EntryButton>
      ))}
    </nav>
  )
}

const sinceTexts = {
  round: { short: 'round', long: 'since the round began' },
  visit: { short: 'visit', long: 'since the last visit' },
} as const satisfies Record<MovementSince, object>

/** What movement is counted from, as a menu below the bar's name. */
function SinceMenu({ since, onChange }: { since: MovementSince | null; onChange: (since: MovementSince) => void }) {
  return (
    <span className={`${sort.menu} ${styles.since}`}>
      <span className="small strong">You</span>
      {since !== null && (
        <>
          <span className={styles.short} aria-hidden="true">
            {sinceTexts[since].short} ▾
          </span>
          <span className={styles.long} aria-hidden="true">
            {sinceTexts[since].long} ▾
          </span>
          <select
            aria-label="Movement"
            value={since}
            onChange={({ target }) => onChange(target.value === 'visit' ? 'visit' : 'round')}
          >
            <option value="round">{sinceTexts.round.long}</option>
            <option value="visit">{sinceTexts.visit.long}</option>
          </select>
        </>
      )}
    </span>
  )
}

function useTimer(ms: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}

type EntryButtonProps = { entry: OwnEntry; onSelect: Props['onSelect']; children: ReactNode }

function EntryButton({ entry, onSelect, children }: EntryButtonProps) {
  const { standing, outText } = entry
  return (
    <button type="button" className={styles.entry} title={outText ?? undefined} onClick={() => onSelect(entry)}>
      <span className={`fine-print ${styles.label}`}>
        <span className="visually-hidden">Go to </span>
        <span className="hidden-on-phone">Entry </span>
        {standing.entryNumber}
      </span>{' '}
      {outText === null ? (
        <Figures entry={entry} />
      ) : (
        <span className={styles.out}>{toOutText(standing, toOutWord)}</span>
      )}
      <span className={styles.chance}>{children}</span>
    </button>
  )
}

function Figures({ entry: { standing, gained, gap } }: { entry: OwnEntry }) {
  return (
    <>
      <span className={styles.place}>
        <BoardNumber className="strong">{standing.position}</BoardNumber>{' '}
        {gained !== null && <Gained places={gained} />}
      </span>{' '}
      <span className={styles.score}>
        {!standing.isDisqualified && <BoardToPar>{standing.toPar}</BoardToPar>}{' '}
        {gap !== null && <span className={styles.gap}>{toGapText(gap)}</span>}
      </span>
    </>
  )
}

function Gained({ places }: { places: number }) {
  if (places === 0)
    return (
      <span className={styles.still}>
        =<span className="visually-hidden"> unmoved</span>
      </span>
    )
  return (
    <span className={styles.moved}>
      <MovementMark movement={toMovement(places)} />
    </span>
  )
}
