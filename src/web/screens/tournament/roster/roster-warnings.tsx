import { tierNames } from '#domain/tournament.ts'
import { showName } from '../values/tier-text.ts'
import { ReportAct, ReportGroup } from './report-group.tsx'
import type { RosterLine } from './roster.ts'
import type { Golfer } from './roster-check.ts'
import type { ListActs } from './roster-errors.tsx'
import styles from './roster-report.module.css'

/** The input name against the field's (specification, section 5). Nothing has to be done about it. */
export function PartialWarnings({
  partial,
  replaceAll,
  remove,
}: { partial: readonly RosterLine[] } & ListActs) {
  if (partial.length === 0) return null
  return (
    <ReportGroup title="Spelt differently from the field: look whether the right golfers were found.">
      {partial.map((line) => (
        <li key={`${line.tier} ${line.name}`} className={styles['item']}>
          <p>
            {showName(line.name)} → <b>{line.validation?.espnName}</b>{' '}
            <span>tier {tierNames[line.tier]}</span>
          </p>
          <div className={styles['acts']}>
            <ReportAct put={() => replaceAll(withGolfer(line))}>
              Use this name <span className="visually-hidden">{line.validation?.espnName}</span>
            </ReportAct>
            <ReportAct put={() => remove(line)} isQuiet>
              Remove <span className="visually-hidden">{showName(line.name)}</span>
            </ReportAct>
          </div>
        </li>
      ))}
      {partial.length > 1 && (
        <li key="all" className={styles['all']}>
          <ReportAct put={() => replaceAll(partial.flatMap(withGolfer))}>
            Use the field’s names for all {partial.length}
          </ReportAct>
        </li>
      )}
    </ReportGroup>
  )
}

/** Players of the saved tournament who have left the field: they may have been picked. */
export function WithdrawnWarnings({ withdrawn, remove }: { withdrawn: readonly RosterLine[] } & ListActs) {
  if (withdrawn.length === 0) return null
  return (
    <ReportGroup title="No longer in the field. They may stay; whom nobody has picked can be removed.">
      {withdrawn.map((line) => (
        <li key={`${line.tier} ${line.name}`} className={styles['item']}>
          <p>
            <b>{showName(line.name)}</b> <span>tier {tierNames[line.tier]}</span>
          </p>
          <div className={styles['acts']}>
            <ReportAct put={() => remove(line)} isQuiet>
              Remove <span className="visually-hidden">{showName(line.name)}</span>
            </ReportAct>
          </div>
        </li>
      ))}
    </ReportGroup>
  )
}

/** With whom a line that was understood means, as the field names him. */
function withGolfer(line: RosterLine): [] | [[RosterLine, Golfer]] {
  const { espnId = null, espnName = null } = line.validation ?? {}
  return espnId === null || espnName === null ? [] : [[line, { name: espnName, espnId }]]
}
