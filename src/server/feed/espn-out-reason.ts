import type { DnfReason } from '#domain/field.ts'
import type { EspnCompetitor } from './espn-leaderboard.ts'

type Status = EspnCompetitor['status']

/** The feed's words for being out, without "STATUS_". Only some were ever seen; the others harm nobody. */
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
 * Why the feed says that a golfer is out; null when it does not. One status, id 3, STATUS_CUT, covers everybody who is
 * out: the words beside it tell a withdrawal from a missed cut, so they are read before the name.
 */
export function findReportedOutReason({ type, displayValue, position }: Status): DnfReason | null {
  const words = [
    type.shortDetail,
    type.description,
    type.detail,
    displayValue,
    position.displayName,
    type.name,
  ]
  const reported = words.map(findReason).find((reason) => reason !== undefined)
  return reported ?? (type.id === '3' ? 'CUT' : null)
}

function findReason(words: string): DnfReason | undefined {
  const key = words
    .toUpperCase()
    .replace(/^STATUS_/, '')
    .replace(/[_,]+ */g, ' ')
  return Object.hasOwn(reasons, key) ? reasons[key] : undefined
}
