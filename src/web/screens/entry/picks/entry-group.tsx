import type { ReactNode } from 'react'
import { type EntryNumber, entryNumbers, tiers } from '#domain/tournament.ts'
import styles from '../entry-form.module.css'
import { pickIndexesOf } from '../form-state/entry-fields.ts'
import type { EntryValues } from '../form-state/entry-values.ts'

type Props = {
  entryNumber: EntryNumber
  picks: EntryValues['picks']
  /** The entry that was just copied into this one. */
  copiedFrom: EntryNumber | undefined
  onCopy: (from: EntryNumber) => void
  onUndo: () => void
  renderPick: (pickIndex: number) => ReactNode
}

/** One of the three entries: a golfer of each tier. */
export function EntryGroup({ entryNumber, picks, copiedFrom, onCopy, onUndo, renderPick }: Props) {
  const pickIndexes = pickIndexesOf(entryNumber)
  const picked = pickIndexes.filter((pickIndex) => picks[pickIndex] !== null).length
  const heading = `entry-${entryNumber}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in the grid that aligns the three groups.
    <div role="group" className={styles['group']} aria-labelledby={heading}>
      <div className={styles['group-head']}>
        <h2 id={heading}>Entry {entryNumber}</h2>
        <span className={styles['count']}>
          {picked} of {tiers.length}
        </span>
        <div className={styles['copy-actions']}>
          {copiedFrom === undefined ? (
            entryNumbers
              .filter((from) => from !== entryNumber)
              .map((from) => (
                <button
                  key={from}
                  type="button"
                  className={styles['copy']}
                  disabled={!canCopy(from, entryNumber, picks)}
                  onClick={() => onCopy(from)}
                >
                  Copy Entry {from}
                  <span className="visually-hidden"> into Entry {entryNumber}</span>
                </button>
              ))
          ) : (
            <button type="button" className={styles['copy']} onClick={onUndo}>
              Undo
              <span className="visually-hidden"> the copy into Entry {entryNumber}</span>
            </button>
          )}
          <span role="status" className={styles['copied']}>
            {copiedFrom !== undefined && `Entry ${copiedFrom} copied.`}
          </span>
        </div>
      </div>
      {pickIndexes.map(renderPick)}
    </div>
  )
}

/** Has the one entry picks that the other has not? */
function canCopy(from: EntryNumber, into: EntryNumber, picks: EntryValues['picks']): boolean {
  const own = pickIndexesOf(into).map((pickIndex) => picks[pickIndex])
  const theirs = pickIndexesOf(from).map((pickIndex) => picks[pickIndex])
  return theirs.some((id, index) => id !== null && id !== own[index])
}
