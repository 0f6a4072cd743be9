import { type Tier, tierNames, tiers } from '#domain/tournament.ts'
import { showName } from '../values/tier-text.ts'
import { ReportAct, ReportGroup } from './report-group.tsx'
import { type Duplicate, type RosterLine, toTierList } from './roster.ts'
import type { Golfer } from './roster-check.ts'
import type { Displaced } from './roster-locks.ts'
import styles from './roster-report.module.css'

export type ListActs = {
  replace: (line: RosterLine, by: Golfer) => void
  replaceAll: (lines: readonly (readonly [RosterLine, Golfer])[]) => void
  remove: (line: RosterLine) => void
  place: (golfers: readonly Golfer[], tier: Tier) => void
}

/** Who is not where he has to stay, since people have entered. */
export function DisplacedErrors({ displaced, place }: { displaced: readonly Displaced[] } & ListActs) {
  if (displaced.length === 0) return null
  return (
    <ReportGroup title="These golfers have to stay in their tiers." isError>
      {displaced.map((player) => (
        <li key={player.espnId} className={styles['item']}>
          <p>{player.message}.</p>
          <div className={styles['acts']}>
            <ReportAct put={() => place([player], player.tier)}>
              Put {player.name} back into tier {tierNames[player.tier]}
            </ReportAct>
          </div>
        </li>
      ))}
    </ReportGroup>
  )
}

/** The words of the title are the specification's (section 5). */
export function DuplicateErrors({ duplicates, remove }: { duplicates: readonly Duplicate[] } & ListActs) {
  if (duplicates.length === 0) return null
  return (
    <ReportGroup title="The following players where found in in more than one tier." isError>
      {duplicates.map((duplicate) => (
        <li key={duplicate.name} className={styles['item']}>
          <p>
            <b>{duplicate.name}</b> <span>{toTierList(duplicate.lines)}</span>
          </p>
          <div className={styles['acts']}>
            {duplicate.lines.map((line) => (
              <ReportAct key={`${line.tier} ${line.name}`} put={() => remove(line)}>
                {toRemoval(duplicate, line)}
                <span className="visually-hidden"> {duplicate.name}</span>
              </ReportAct>
            ))}
          </div>
        </li>
      ))}
    </ReportGroup>
  )
}

function toRemoval({ lines }: Duplicate, line: RosterLine): string {
  const isOnlyThere = lines.filter(({ tier }) => tier === line.tier).length === 1
  return `Remove ${isOnlyThere ? '' : `“${showName(line.name)}” `}from tier ${tierNames[line.tier]}`
}

/** Names of nobody in the field, with those who may be meant. */
export function UnmatchedErrors({ unmatched, ...acts }: { unmatched: readonly RosterLine[] } & ListActs) {
  if (unmatched.length === 0) return null
  return (
    <ReportGroup title="These names were not found in the field." isError>
      {unmatched.map((line) => (
        <li key={`${line.tier} ${line.name}`} className={styles['item']}>
          <p>
            <b>{showName(line.name)}</b> <span>tier {tierNames[line.tier]}</span>
          </p>
          <div className={styles['acts']}>
            {line.validation?.candidates.map((golfer) => (
              <ReportAct key={golfer.espnId} put={() => acts.replace(line, golfer)}>
                <span className="visually-hidden">Use </span>
                {golfer.name}
              </ReportAct>
            ))}
            <ReportAct put={() => acts.remove(line)} isQuiet>
              Remove <span className="visually-hidden">{showName(line.name)}</span>
            </ReportAct>
          </div>
        </li>
      ))}
    </ReportGroup>
  )
}

const lastTier = 3

/** Golfers of the field who are in no list. */
export function MissingErrors({ missing, place }: { missing: readonly Golfer[] } & ListActs) {
  if (missing.length === 0) return null
  const title =
    missing.length === 1
      ? 'One golfer of the field is in no tier.'
      : `${missing.length} golfers of the field are in no tier.`
  return (
    <ReportGroup title={title} isError isDense>
      {missing.map((golfer) => (
        <li key={golfer.espnId} className={styles['item']}>
          <p>
            <b>{golfer.name}</b>
          </p>
          <div className={styles['letters']}>
            {tiers.map((tier) => (
              <ReportAct
                key={tier}
                label={`Put ${golfer.name} into tier ${tierNames[tier]}`}
                put={() => place([golfer], tier)}
              >
                {tierNames[tier]}
              </ReportAct>
            ))}
          </div>
        </li>
      ))}
      {missing.length > 1 && (
        <li key="all" className={styles['all']}>
          <ReportAct put={() => place(missing, lastTier)}>Put all {missing.length} into tier D</ReportAct>
        </li>
      )}
    </ReportGroup>
  )
}
