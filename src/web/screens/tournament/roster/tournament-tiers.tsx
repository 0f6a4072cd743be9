import type { RefObject } from 'react'
import styles from '../tournament-form.module.css'
import type { TournamentEditor } from '../use-tournament-editor.ts'
import { type FieldName, tierField } from '../values/tournament-fields.ts'
import { describeListDifference } from '../values/tournament-values.ts'
import { RosterReport } from './roster-report.tsx'
import { TierField } from './tier-field.tsx'

type Props = {
  editor: TournamentEditor
  errors: ReadonlyMap<FieldName, string>
  /** Fields in which somebody else has saved something else. */
  differences: readonly FieldName[]
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The four lists of golfers, and what is to be said of them. */
export function TournamentTiers({ editor, errors, differences, headingRef }: Props) {
  const { state, dispatch, roster, displaced, areTiersEnabled, isRejected } = editor
  const { values, theirs, touched, refused } = state
  return (
    <>
      <section className={styles['lists']} aria-labelledby="lists">
        <h2 id="lists">Tiers</h2>
        {areTiersEnabled ? (
          <p className="field-hint">
            One golfer in each line, the best in tier A. Lists can be pasted from a spreadsheet.
          </p>
        ) : (
          <p className={styles['locked-hint']}>Enter a valid Tournament Id before entering players.</p>
        )}
        {state.beforeSplit !== null && (
          <p className={styles['undo']} role="status">
            The names were spread into the four tiers.{' '}
            <button type="button" className="button-secondary" onClick={editor.undoSplit}>
              Undo
            </button>
          </p>
        )}
        <div className={styles['tiers']}>
          {roster.tiers.map((list) => {
            const field = tierField(list.tier)
            const theirTier = theirs?.values.tiers[list.tier]
            return (
              <TierField
                key={list.tier}
                roster={list}
                text={values.tiers[list.tier]}
                isDisabled={!areTiersEnabled}
                isTouched={touched.has(field)}
                error={areTiersEnabled ? errors.get(field) : undefined}
                theirs={
                  theirTier !== undefined && differences.includes(field)
                    ? describeListDifference(values.tiers[list.tier], theirTier)
                    : undefined
                }
                onChange={(text) => dispatch({ type: 'list', tier: list.tier, text })}
                onBlur={() => editor.touchAndCheckTier(list.tier)}
                onSplit={editor.spread}
                onRetry={editor.retryCheck}
              />
            )
          })}
        </div>
      </section>
      {areTiersEnabled && (
        <RosterReport
          {...{ roster, displaced, isRejected, headingRef }}
          refused={refused.lists}
          actions={editor.actions}
        />
      )}
    </>
  )
}

/** Things to put right in the lists. */
export function countErrors({ roster, displaced }: Pick<TournamentEditor, 'roster' | 'displaced'>): number {
  const lockedIds = new Set(displaced.map(({ player }) => player.espnId))
  const missing = roster.missing.filter(({ espnId }) => !lockedIds.has(espnId))
  return roster.duplicates.length + roster.unmatched.length + missing.length + displaced.length
}
