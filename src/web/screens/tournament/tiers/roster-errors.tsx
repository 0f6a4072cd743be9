import type { ReactNode } from 'react'
import { tierNames, tiers } from '#domain/tournament/tournament.ts'
import issues from '#web/forms/issue-group.module.css'
import { Candidates, FixButton, Issue, IssueGroup } from '#web/forms/issue-group.tsx'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { type Duplicate, listMissing, type RosterLine, toTierList } from '#web/screens/tournament/roster/roster.ts'
import type { LineLock, LockOf } from '#web/screens/tournament/roster/roster-locks.ts'
import { toDisplayName } from '#web/screens/tournament/values/tier-list-parser.ts'
import styles from './roster-report.module.css'

export type RosterIssues = Pick<TournamentEditor, 'roster' | 'displaced' | 'lockOf' | 'actions'>

/** Locked golfers whom the lists remove or move to another tier. */
export function DisplacedErrors({ displaced, actions: { moveToTier } }: RosterIssues) {
  return (
    <IssueGroup title="These golfers must stay in their tiers." isError>
      {displaced.map(({ player, error }) => (
        <Issue key={player.espnId} name={`${error.message}.`}>
          <FixButton onFix={() => moveToTier([player], player.tier)}>
            Move {player.name} back to tier {tierNames[player.tier]}
          </FixButton>
        </Issue>
      ))}
    </IssueGroup>
  )
}

/** The title is a fixed text, misspelling included (docs/rules.md, 8.3). */
export function DuplicateErrors({ roster: { duplicates }, actions: { remove }, lockOf }: RosterIssues) {
  return (
    <IssueGroup title="The following players where found in in more than one tier." isError>
      {duplicates.map((duplicate) => (
        <Issue key={duplicate.name} name={<b>{duplicate.name}</b>} note={toTierList(duplicate.lines)}>
          {listRemovable(duplicate, lockOf).map((line) => (
            <FixButton key={`${line.tier} ${line.name}`} onFix={() => remove(line)}>
              {toRemoval(duplicate, line)}
              <span className="visually-hidden"> {duplicate.name}</span>
            </FixButton>
          ))}
        </Issue>
      ))}
    </IssueGroup>
  )
}

/** A golfer who must stay in a tier can be removed from all others, and from that one if it lists them twice. */
function listRemovable({ lines }: Duplicate, lockOf: LockOf): readonly RosterLine[] {
  const isLast = (line: RosterLine) => lines.filter(({ tier }) => tier === line.tier).length === 1
  return lines.filter((line) => !(lockOf(line)?.tier === line.tier && isLast(line)))
}

function toRemoval({ lines }: Duplicate, line: RosterLine): string {
  const isOnlyOneInTier = lines.filter(({ tier }) => tier === line.tier).length === 1
  return `Remove ${isOnlyOneInTier ? '' : `“${toDisplayName(line.name)}” `}from tier ${tierNames[line.tier]}`
}

/** Names that match nobody in the field, with candidates. */
export function UnmatchedErrors({ roster: { unmatched }, actions }: RosterIssues) {
  return (
    <IssueGroup title="These names were not found in the field." isError>
      {unmatched.map((line) => (
        <LineIssue key={`${line.tier} ${line.name}`} line={line} remove={actions.remove}>
          <Candidates golfers={line.validation?.candidates ?? []} onUse={(golfer) => actions.replace(line, golfer)} />
        </LineIssue>
      ))}
    </IssueGroup>
  )
}

type LineIssueProps = {
  line: RosterLine
  remove: (line: RosterLine) => void
  lock?: LineLock | undefined
  name?: ReactNode
  children?: ReactNode
}

/** An issue of one line, which can be removed unless the golfer must stay. */
export function LineIssue({ line, lock, name, children, remove }: LineIssueProps) {
  const listedName = toDisplayName(line.name)
  return (
    <Issue name={name ?? <b>{listedName}</b>} note={`tier ${tierNames[line.tier]}`}>
      {children}
      {lock?.tier === line.tier ? (
        <p className="small-print">Must stay: {lock.reason}.</p>
      ) : (
        <FixButton onFix={() => remove(line)} isQuiet>
          Remove <span className="visually-hidden">{listedName}</span>
        </FixButton>
      )}
    </Issue>
  )
}

const lastTier = 3

/** Golfers in the field who are not in any list. */
export function MissingErrors({ roster, displaced, actions: { moveToTier } }: RosterIssues) {
  const missing = listMissing(roster, displaced)
  const title =
    missing.length === 1
      ? 'One golfer in the field is not in any tier.'
      : `${missing.length} golfers in the field are not in any tier.`
  return (
    <IssueGroup title={title} isError isDense>
      {missing.map((golfer) => (
        <li key={golfer.espnId} className={`cluster ${issues.item}`}>
          <p>
            <b>{golfer.name}</b>
          </p>
          <div className={styles['tier-buttons']}>
            {tiers.map((tier) => (
              <FixButton
                key={tier}
                label={`Add ${golfer.name} to tier ${tierNames[tier]}`}
                onFix={() => moveToTier([golfer], tier)}
              >
                {tierNames[tier]}
              </FixButton>
            ))}
          </div>
        </li>
      ))}
      {missing.length > 1 && (
        <li key="all" className={issues.all}>
          <FixButton onFix={() => moveToTier(missing, lastTier)}>Add all {missing.length} to tier D</FixButton>
        </li>
      )}
    </IssueGroup>
  )
}
