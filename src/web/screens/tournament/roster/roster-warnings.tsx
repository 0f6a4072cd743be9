import type { FieldGolfer } from '#domain/field.ts'
import { tierNames } from '#domain/tournament.ts'
import { toDisplayName } from '../values/tier-list-parser.ts'
import { FixButton, IssueGroup } from './issue-group.tsx'
import type { RosterLine } from './roster.ts'
import type { RosterActions } from './roster-errors.tsx'
import styles from './roster-report.module.css'

/** The input name against the field's (specification, section 5). Nothing has to be done about it. */
export function PartialWarnings({
  partial,
  replaceAll,
  remove,
}: { partial: readonly RosterLine[] } & RosterActions) {
  if (partial.length === 0) return null
  return (
    <IssueGroup title="Spelt differently from the field: look whether the right golfers were found.">
      {partial.map((line) => (
        <li key={`${line.tier} ${line.name}`} className={styles['item']}>
          <p>
            {toDisplayName(line.name)} → <b>{line.validation?.espnName}</b>{' '}
            <span>tier {tierNames[line.tier]}</span>
          </p>
          <div className={styles['actions']}>
            <FixButton onFix={() => replaceAll(withGolfer(line))}>
              Use this name <span className="visually-hidden">{line.validation?.espnName}</span>
            </FixButton>
            <FixButton onFix={() => remove(line)} isQuiet>
              Remove <span className="visually-hidden">{toDisplayName(line.name)}</span>
            </FixButton>
          </div>
        </li>
      ))}
      {partial.length > 1 && (
        <li key="all" className={styles['all']}>
          <FixButton onFix={() => replaceAll(partial.flatMap(withGolfer))}>
            Use the field’s names for all {partial.length}
          </FixButton>
        </li>
      )}
    </IssueGroup>
  )
}

/** Players of the saved tournament who have left the field: they may have been picked. */
export function WithdrawnWarnings({
  withdrawn,
  remove,
}: { withdrawn: readonly RosterLine[] } & RosterActions) {
  if (withdrawn.length === 0) return null
  return (
    <IssueGroup title="No longer in the field. They may stay; whom nobody has picked can be removed.">
      {withdrawn.map((line) => (
        <li key={`${line.tier} ${line.name}`} className={styles['item']}>
          <p>
            <b>{toDisplayName(line.name)}</b> <span>tier {tierNames[line.tier]}</span>
          </p>
          <div className={styles['actions']}>
            <FixButton onFix={() => remove(line)} isQuiet>
              Remove <span className="visually-hidden">{toDisplayName(line.name)}</span>
            </FixButton>
          </div>
        </li>
      ))}
    </IssueGroup>
  )
}

/** With whom a line that was understood means, as the field names him. */
function withGolfer(line: RosterLine): [] | [[RosterLine, FieldGolfer]] {
  const { espnId = null, espnName = null } = line.validation ?? {}
  return espnId === null || espnName === null ? [] : [[line, { name: espnName, espnId }]]
}
