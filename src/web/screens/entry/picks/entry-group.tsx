import type { Dispatch } from 'react'
import { type EntryNumber, entryNumbers, type Player, tiers } from '#domain/tournament.ts'
import type { Messages } from '#web/forms/field-messages.tsx'
import type { UnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from '../entry-form.module.css'
import { type FieldName, pickField, pickIndexesOf } from '../form-state/entry-fields.ts'
import type { EntryFormAction, EntryFormState } from '../form-state/entry-form-state.ts'
import type { EntryValues } from '../form-state/entry-values.ts'
import { EntryPick } from './entry-pick.tsx'

type Props = {
  entryNumber: EntryNumber
  state: EntryFormState
  dispatch: Dispatch<EntryFormAction>
  /** In the order of their names. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  statusOf: (field: FieldName, savedElsewhere: string | undefined) => Messages & { isTouched: boolean }
}

/** One of the three entries: a golfer from each tier. */
export function EntryGroup({ entryNumber, state, dispatch, players, unavailableGolfers, statusOf }: Props) {
  const { picks } = state.values
  const pickIndexes = pickIndexesOf(entryNumber)
  const picked = pickIndexes.filter((pickIndex) => picks[pickIndex] !== null).length
  const copiedFrom = state.copied?.into === entryNumber ? state.copied.from : undefined
  const headingId = `entry-${entryNumber}`
  const findSavedElsewhere = (pickIndex: number) =>
    players.find(({ id }) => id === state.conflict?.values.picks[pickIndex])?.name
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be part of the grid that aligns the three groups.
    <div role="group" className={styles['group']} aria-labelledby={headingId}>
      <div className={styles['group-head']}>
        <h2 id={headingId}>Entry {entryNumber}</h2>
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
                  className="button-text"
                  disabled={!canCopy(from, entryNumber, picks)}
                  onClick={() => dispatch({ type: 'copy', from, into: entryNumber })}
                >
                  Copy Entry {from}
                  <span className="visually-hidden"> into Entry {entryNumber}</span>
                </button>
              ))
          ) : (
            <button type="button" className="button-text" onClick={() => dispatch({ type: 'undo-copy' })}>
              Undo
              <span className="visually-hidden"> the copy into Entry {entryNumber}</span>
            </button>
          )}
          <span role="status" className={styles['copied']}>
            {copiedFrom !== undefined && `Entry ${copiedFrom} copied.`}
          </span>
        </div>
      </div>
      {pickIndexes.map((pickIndex) => (
        <EntryPick
          key={pickIndex}
          {...{ pickIndex, picks, players, unavailableGolfers }}
          onPick={(playerId) => dispatch({ type: 'pick', pickIndex, playerId })}
          {...statusOf(pickField(pickIndex), findSavedElsewhere(pickIndex))}
        />
      ))}
    </div>
  )
}

/** Whether a copy would change anything. */
function canCopy(from: EntryNumber, into: EntryNumber, picks: EntryValues['picks']): boolean {
  const source = pickIndexesOf(from).map((pickIndex) => picks[pickIndex])
  const target = pickIndexesOf(into).map((pickIndex) => picks[pickIndex])
  return source.some((id, index) => id !== null && id !== target[index])
}
