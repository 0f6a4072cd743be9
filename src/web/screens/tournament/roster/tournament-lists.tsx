import type { RefObject } from 'react'
import styles from '../tournament-form.module.css'
import type { TournamentDesk } from '../use-tournament-desk.ts'
import { type FieldName, tierField } from '../values/tournament-fields.ts'
import { describeList } from '../values/tournament-values.ts'
import { RosterReport } from './roster-report.tsx'
import { TierField } from './tier-field.tsx'

type Props = {
  desk: TournamentDesk
  faults: ReadonlyMap<FieldName, string>
  /** Fields in which somebody else has saved something else. */
  differences: readonly FieldName[]
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The four lists of golfers, and what is to be said of them. */
export function TournamentLists({ desk, faults, differences, headingRef }: Props) {
  const { state, dispatch, roster, displaced, isListOpen, isRefused } = desk
  const { values, elsewhere, touched, refused } = state
  return (
    <>
      <section className={styles['lists']} aria-labelledby="lists">
        <h2 id="lists">Tiers</h2>
        {isListOpen ? (
          <p className="field-hint">
            One golfer in each line, the best in tier A. Lists can be pasted from a spreadsheet.
          </p>
        ) : (
          <p className={styles['wait']}>Enter a valid Tournament Id before entering players.</p>
        )}
        {state.beforeSpread !== null && (
          <p className={styles['undo']} role="status">
            The names were spread into the four tiers.{' '}
            <button type="button" className="button-quiet" onClick={desk.undoSpread}>
              Undo
            </button>
          </p>
        )}
        <div className={styles['tiers']}>
          {roster.tiers.map((list) => {
            const field = tierField(list.tier)
            const theirs = elsewhere?.values.tiers[list.tier]
            return (
              <TierField
                key={list.tier}
                roster={list}
                text={values.tiers[list.tier]}
                isDisabled={!isListOpen}
                isTouched={touched.has(field)}
                fault={isListOpen ? faults.get(field) : undefined}
                elsewhere={
                  theirs !== undefined && differences.includes(field)
                    ? describeList(values.tiers[list.tier], theirs)
                    : undefined
                }
                onChange={(text) => dispatch({ type: 'list', tier: list.tier, text })}
                onLeave={() => desk.leaveTier(list.tier)}
                onSpread={desk.spread}
                onTryAgain={desk.tryAgain}
              />
            )
          })}
        </div>
      </section>
      {isListOpen && (
        <RosterReport
          {...{ roster, displaced, isRefused, headingRef }}
          refused={refused.lists}
          acts={desk.acts}
        />
      )}
    </>
  )
}

/** Things to put right in the lists. */
export function countErrors({ roster, displaced }: Pick<TournamentDesk, 'roster' | 'displaced'>): number {
  const stays = new Set(displaced.map(({ espnId }) => espnId))
  const missing = roster.missing.filter(({ espnId }) => !stays.has(espnId))
  return roster.duplicates.length + roster.unmatched.length + missing.length + displaced.length
}
