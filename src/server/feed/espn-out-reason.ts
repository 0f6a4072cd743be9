import type { DnfReason } from '#domain/field/field.ts'
import type { EspnCompetitor } from './espn-leaderboard.ts'

type Status = EspnCompetitor['status']

/** The feed's terms, without "STATUS_". Not all of them have been observed. */
const reasons: Readonly<Record<string, DnfReason>> = {
  CUT: 'CUT',
  MC: 'CUT',
  'MISSED CUT': 'CUT',
  WD: 'WD',
  'W/D': 'WD',
  WITHDRAWN: 'WD',
  WITHDREW: 'WD',
  RTD: 'WD',
  RETIRED: 'WD',
  DNF: 'WD',
  'DID NOT FINISH': 'WD',
  DQ: 'DQ',
  DSQ: 'DQ',
  DISQUALIFIED: 'DQ',
  MDF: 'MDF',
  'MADE CUT DID NOT FINISH': 'MDF',
  DNS: 'DNS',
  'DID NOT START': 'DNS',
}

/**
 * Why a golfer is out, or null. The feed has one status for all of them (id 3, STATUS_CUT); only its texts distinguish
 * a withdrawal from a missed cut, so they are read before the name.
 */
export function findReportedOutReason({ type, displayValue, position }: Status): DnfReason | null {
  const texts = [type.shortDetail, type.description, type.detail, displayValue, position.displayName, type.name]
  const reported = texts.map(findReason).find((reason) => reason !== undefined)
  return reported ?? (type.id === '3' ? 'CUT' : null)
}

function findReason(text: string): DnfReason | undefined {
  const key = text
    .toUpperCase()
    .replace(/^STATUS_/, '')
    .replace(/[_,]+ */g, ' ')
  return Object.hasOwn(reasons, key) ? reasons[key] : undefined
}
