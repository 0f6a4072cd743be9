import { useMemo } from 'react'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { toPeopleText } from '#domain/tournament/tournament-edit.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { findMark, type GolferMark, type GolferMarks } from '#web/screens/tournament/proposal/golfer-marks.ts'
import { lineStatusOf, listGolfers, type RosterLine } from '#web/screens/tournament/roster/roster.ts'
import { type LineLock, mayMoveTo } from '#web/screens/tournament/roster/roster-locks.ts'
import { toDisplayName } from '#web/screens/tournament/values/tier-list-parser.ts'
import { findOrderedTexts } from '#web/screens/tournament/values/tournament-form-state.ts'
import styles from './golfer-list.module.css'

type Props = { editor: TournamentEditor; marks: GolferMarks }

/** All golfers of the four lists in one list, each with four buttons that put the golfer into a tier. */
export function GolferList({ editor, marks }: Props) {
  const { roster, locks, lockOf, state } = editor
  const { ranks } = state.values
  const orderedTexts = findOrderedTexts(state)
  const golfers = useMemo(() => listGolfers(roster, orderedTexts), [roster, orderedTexts])
  const entrantCount = locks === null ? 0 : locks.entrantCount
  return (
    <section className={`stack-tight ${styles.section}`} aria-labelledby="golfers">
      <h3 id="golfers">Golfers</h3>
      <p className="small-print">
        {entrantCount > 0 && `${toPeopleText(entrantCount)} entered, so golfers stay in their tiers. `}
        Choose a tier for a golfer: the golfer moves to the end of its list.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable by keyboard. */}
      <ul className={styles.list} aria-labelledby="golfers" tabIndex={0}>
        {golfers.map(({ key, line }) => (
          <Golfer
            key={key}
            line={line}
            rank={ranks[line.validation?.espnId ?? '']}
            mark={findMark(line.validation?.espnId, ranks, marks)}
            lock={lockOf(line)}
            onMove={(tier) => editor.move(line, tier)}
          />
        ))}
      </ul>
    </section>
  )
}

type GolferProps = {
  line: RosterLine
  rank: number | undefined
  mark: GolferMark | undefined
  lock: LineLock | undefined
  onMove: (tier: Tier) => void
}

const badges = { check: 'Check', unranked: 'Unranked' } as const

/** A golfer and the buttons of the tiers. A golfer who must stay in the present tier has none. */
function Golfer({ line, rank, mark, lock, onMove }: GolferProps) {
  const name = line.validation?.espnName ?? toDisplayName(line.name)
  const badge = lineStatusOf(line) === 'none' ? 'Not found' : mark && badges[mark.kind]
  return (
    <li className={styles.golfer}>
      <span className={`small-print ${styles.rank}`}>
        {rank !== undefined && <span className="visually-hidden">Rank </span>}
        {rank}
      </span>
      <div className={styles.name}>
        {name}{' '}
        {badge !== undefined && (
          <span className={`fine-print ${styles.badge}`} data-urgent={badge === 'Unranked' ? undefined : ''}>
            {badge}
          </span>
        )}
        {mark !== undefined && mark.note !== '' && <p className="fine-print">{mark.note}</p>}
      </div>
      {lock?.tier === line.tier ? (
        <span className={`small-print ${styles.stays}`}>Stays in {tierNames[lock.tier]}</span>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
        <div role="group" className={styles.tiers} aria-label={`Tier of ${name}`}>
          {tiers.map((tier) => (
            <button
              key={tier}
              type="button"
              aria-pressed={tier === line.tier}
              disabled={!mayMoveTo(line, tier, lock)}
              onClick={() => onMove(tier)}
            >
              {tierNames[tier]}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}
