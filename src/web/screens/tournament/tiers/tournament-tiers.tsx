import { type RefObject, useRef, useState } from 'react'
import type { Tier } from '#domain/tournament/tournament.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import type { GolferMarks } from '#web/screens/tournament/proposal/golfer-marks.ts'
import { TierProposal } from '#web/screens/tournament/proposal/tier-proposal.tsx'
import styles from '#web/screens/tournament/tournament-form.module.css'
import type { FieldName } from '#web/screens/tournament/values/tournament-values.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { GolferList } from './golfer-list.tsx'
import { RosterReport } from './roster-report.tsx'
import { TierField } from './tier-field.tsx'

type Props = {
  editor: TournamentEditor
  errors: ReadonlyMap<FieldName, string>
  headingRef: RefObject<HTMLHeadingElement | null>
  /** On phones, the list that is open. */
  openList: Tier | null
  onOpenList: (tier: Tier | null) => void
}

/** The four lists of golfers, and the report of their errors and warnings. */
export function TournamentTiers({ editor, errors, headingRef, openList, onOpenList }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const { state, roster, areTiersEnabled, hasStarted } = editor
  const last = state.past.at(-1)
  const said = useRef<HTMLParagraphElement>(null)
  const [marks, setMarks] = useState<GolferMarks>(new Map())
  const canEditTiers = areTiersEnabled && !hasStarted
  const hasGolferList = canEditTiers && roster.tiers.some(({ lines }) => lines.length > 0)
  return (
    <>
      <section className="stack-close ruled" aria-labelledby="lists">
        <h2 id="lists">Tiers</h2>
        {!areTiersEnabled && !hasStarted && (
          <p className="strong">Enter a valid Tournament Id before entering players.</p>
        )}
        {canEditTiers && (
          <>
            <p className="small-print">
              One golfer per line, the best in tier A. You can paste lists from a spreadsheet.
            </p>
            <TierProposal
              editor={editor}
              onProposed={setMarks}
              onShow={() => said.current?.scrollIntoView({ block: 'nearest' })}
            />
          </>
        )}
        <p ref={said} className={`cluster ${styles.undo}`} role="status">
          {last !== undefined && (
            <>
              {last.said}{' '}
              <button type="button" className="button-secondary" onClick={editor.undo}>
                Undo
              </button>
            </>
          )}
        </p>
        <div className={styles.roster} data-listed={hasGolferList || undefined}>
          {hasGolferList && <GolferList editor={editor} marks={marks} />}
          <div className={styles.tiers}>
            {roster.tiers.map((rosterTier) => {
              const isOpen = openList === rosterTier.tier
              return (
                <TierField
                  key={rosterTier.tier}
                  editor={editor}
                  rosterTier={rosterTier}
                  errors={errors}
                  isOpen={!isPhone || isOpen}
                  onToggle={isPhone ? () => onOpenList(isOpen ? null : rosterTier.tier) : null}
                />
              )
            })}
          </div>
        </div>
      </section>
      {canEditTiers && <RosterReport editor={editor} headingRef={headingRef} />}
    </>
  )
}
