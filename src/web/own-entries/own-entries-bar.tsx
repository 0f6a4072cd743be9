import { type ReactNode, Suspense, useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { toMovement } from '#domain/field/field.ts'
import { toGapText, toOutText, toOutWord } from '#domain/standings/entry-figures.ts'
import type { Standing, Standings } from '#domain/standings/standings.ts'
import { BoardNumber, BoardToPar, MovementMark } from '#web/board/board-number.tsx'
import sort from '#web/board/board-sort.module.css'
import { OwnChance } from '#web/chances/chance-figure.tsx'
import { useTimer } from '#web/time/use-timer.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import styles from './own-entries-bar.module.css'
import { type MovementSince, mostShownRivals, type OwnEntry } from './use-own-entries.ts'

const MoreRivals = lazyNamed(() => import('./more-rivals.tsx'), 'MoreRivals')
const PlaceChanges = lazyNamed(() => import('./place-changes.tsx'), 'PlaceChanges')

/** Time for the board to load first. */
const chancesAfterMs = 3000

/** Input of the computation of chances; null before the first scores and when play is over. */
export type ChancesInput = { standings: Standings; leaderboard: Leaderboard } | null

type Props = {
  chances: ChancesInput
  own: readonly OwnEntry[]
  rivalEntries: readonly OwnEntry[]
  /** Null when play is over. */
  since: MovementSince | null
  onSinceChange: (since: MovementSince) => void
  onSelect: (entry: OwnEntry) => void
  /** Opens the picks of a rival that the bar has no room for. */
  onOpenRival: (standing: Standing) => void
}

/**
 * The viewer’s entries in one line: place, movement, score and gap. Each leads to its row, and back. Below them, the best of
 * the first rivals; the others are in a list.
 */
export function OwnEntriesBar({ chances, own, rivalEntries, since, onSinceChange, onSelect, onOpenRival }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const isReady = useTimer(chancesAfterMs)
  const shownChances = isReady ? chances : null
  return (
    <nav className={`no-print ${styles.bar}`} aria-label="Your entries">
      {own.length > 0 && (
        <div className={styles.line}>
          <SinceMenu since={since} onChange={onSinceChange} />
          {own.map((entry) => (
            <EntryButton key={entry.standing.row} entry={entry} onSelect={onSelect}>
              {shownChances && entry.outText === null && <OwnChance {...shownChances} row={entry.standing.row} />}
            </EntryButton>
          ))}
          {chances !== null && (
            <>
              <button type="button" className={`button-text ${styles.why}`} onClick={() => setIsAsked(true)}>
                Why?
              </button>
              <MessageModal isQuestion open={isAsked} onClose={() => setIsAsked(false)} title="Why did I move?">
                <PlaceChanges
                  standings={chances.standings}
                  round={chances.leaderboard}
                  rows={own.map(({ standing }) => standing.row)}
                />
              </MessageModal>
            </>
          )}
        </div>
      )}
      {rivalEntries.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: not fields of a form.
        <div className={`${styles.line} ${styles.rivals}`} role="group" aria-label="Players you follow">
          <span className={styles.since} aria-hidden="true">
            ★
          </span>
          {rivalEntries.slice(0, mostShownRivals).map((entry) => (
            <EntryButton key={entry.standing.row} entry={entry} onSelect={onSelect} name={entry.standing.displayName} />
          ))}
          {rivalEntries.length > mostShownRivals && (
            <Suspense>
              <MoreRivals entries={rivalEntries.slice(mostShownRivals)} onOpen={onOpenRival} />
            </Suspense>
          )}
        </div>
      )}
    </nav>
  )
}

const sinceTexts = {
  round: 'since the round began',
  visit: 'since the last visit',
} as const satisfies Record<MovementSince, string>

/** The choice of the start of movement: a select below the bar's name. */
function SinceMenu({ since, onChange }: { since: MovementSince | null; onChange: (since: MovementSince) => void }) {
  return (
    <span className={`${sort.menu} ${styles.since}`}>
      <span className="small strong">You</span>
      {since !== null && (
        <>
          <span className={styles.choice} aria-hidden="true">
            <span className="hidden-on-phone">{sinceTexts[since]} </span>▾
          </span>
          <select
            aria-label="Movement"
            value={since}
            onChange={({ target }) => onChange(target.value === 'visit' ? 'visit' : 'round')}
          >
            <option value="round">{sinceTexts.round}</option>
            <option value="visit">{sinceTexts.visit}</option>
          </select>
        </>
      )}
    </span>
  )
}

type EntryButtonProps = { entry: OwnEntry; onSelect: Props['onSelect']; name?: string; children?: ReactNode }

/** Figures of one entry, labelled with a rival's name or with the number of an own entry. */
function EntryButton({ entry, onSelect, name, children }: EntryButtonProps) {
  const { standing, outText } = entry
  return (
    <button type="button" className={styles.entry} title={outText ?? undefined} onClick={() => onSelect(entry)}>
      <span className={`fine-print ${styles.label}`}>
        <span className="visually-hidden">Go to </span>
        {name ?? (
          <>
            <span className="hidden-on-phone">Entry </span>
            <span className={styles.number}>{standing.entryNumber}</span>
          </>
        )}
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

function Figures({ entry: { standing, gained, gap, rivalGap } }: { entry: OwnEntry }) {
  return (
    <>
      <span className={styles.place}>
        <BoardNumber className="strong">{standing.position}</BoardNumber>{' '}
        {gained !== null && <Gained places={gained} />}
      </span>{' '}
      <span className={styles.score}>
        {!standing.isDisqualified && <BoardToPar>{standing.toPar}</BoardToPar>}{' '}
        {gap !== null && <span className={styles.gap}>{toGapText(gap)}</span>}{' '}
        {rivalGap !== null && <span className={`${styles.gap} ${styles.rival}`}>{rivalGap}</span>}
      </span>
    </>
  )
}

function Gained({ places }: { places: number }) {
  return (
    <span className={styles.moved}>
      {places === 0 ? <span className="visually-hidden">unmoved</span> : <MovementMark movement={toMovement(places)} />}
    </span>
  )
}
