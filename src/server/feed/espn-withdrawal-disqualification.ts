import type { DnfReason } from '#domain/field/field.ts'
import type { EspnCompetitor } from './espn-leaderboard.ts'
import type { PlayedRounds } from './espn-rounds.ts'

type Row = Pick<EspnCompetitor, 'status' | 'score'>

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
export function findReportedOutReason({ status: { type, displayValue, position }, score }: Row): DnfReason | null {
  const ofStatus = [type.shortDetail, type.description, type.detail, displayValue]
  const texts = [...ofStatus, position.displayName, score.displayValue, type.name]
  const reported = texts.map(findReason).find((reason) => reason !== undefined)
  return reported ?? (type.id === '3' ? 'CUT' : null)
}

/**
 * Why a golfer with these rounds is out. Whoever has strokes in a round after the cut has made it, and a status of CUT is
 * out of date. `cutRound` is 0 for an event without a cut.
 */
export function findCurrentOutReason(
  { competitor, rounds }: { readonly competitor: Row; readonly rounds: PlayedRounds },
  cutRound: number,
): DnfReason | null {
  const reported = findReportedOutReason(competitor)
  const hasMadeCut = cutRound > 0 && Math.max(0, ...rounds.keys()) > cutRound
  return reported === 'CUT' && hasMadeCut ? null : reported
}

function findReason(text: string): DnfReason | undefined {
  const key = text
    .toUpperCase()
    .replace(/^STATUS_/, '')
    .replace(/[_,]+ */g, ' ')
  return Object.hasOwn(reasons, key) ? reasons[key] : undefined
}
