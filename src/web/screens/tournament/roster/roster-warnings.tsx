import type { FieldGolfer } from '#domain/field.ts'
import { toDisplayName } from '../values/tier-list-parser.ts'
import { FixButton, IssueGroup } from './issue-group.tsx'
import type { RosterLine } from './roster.ts'
import { LineIssue, type RosterActions } from './roster-errors.tsx'
import styles from './roster-report.module.css'

/** Names that were matched although they are spelled differently (docs/rules.md, 8.2). */
export function PartialWarnings({ partial, replaceAll, remove }: { partial: readonly RosterLine[] } & RosterActions) {
  if (partial.length === 0) return null
  return (
    <IssueGroup title="Spelled differently in the field. Check that these are the right golfers.">
      {partial.map((line) => (
        <LineIssue
          key={`${line.tier} ${line.name}`}
          {...{ line, remove }}
          name={
            <>
              {toDisplayName(line.name)} → <b>{line.validation?.espnName}</b>
            </>
          }
        >
          <FixButton onFix={() => replaceAll(withGolfer(line))}>
            Use this name <span className="visually-hidden">{line.validation?.espnName}</span>
          </FixButton>
        </LineIssue>
      ))}
      {partial.length > 1 && (
        <li key="all" className={styles['all']}>
          <FixButton onFix={() => replaceAll(partial.flatMap(withGolfer))}>
            Use the official spelling for all {partial.length}
          </FixButton>
        </li>
      )}
    </IssueGroup>
  )
}

/** Golfers of the saved tournament who have left the field. Some may have been picked. */
export function WithdrawnWarnings({ withdrawn, remove }: { withdrawn: readonly RosterLine[] } & RosterActions) {
  if (withdrawn.length === 0) return null
  return (
    <IssueGroup title="No longer in the field. You can keep them, or remove those that nobody has picked.">
      {withdrawn.map((line) => (
        <LineIssue key={`${line.tier} ${line.name}`} {...{ line, remove }} />
      ))}
    </IssueGroup>
  )
}

/** A line with its match, or nothing. */
function withGolfer(line: RosterLine): [] | [[RosterLine, FieldGolfer]] {
  const { espnId = null, espnName = null } = line.validation ?? {}
  return espnId === null || espnName === null ? [] : [[line, { name: espnName, espnId }]]
}
