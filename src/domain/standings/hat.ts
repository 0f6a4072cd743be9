import { toOutText } from './entry-figures.ts'
import { encodeGolfer } from './score-code.ts'
import { golfersOf, type Standings, scoreOf } from './standings.ts'

/** The Hat in the standings, in which it has no line (docs/rules.md, 4.12). Null without one. Costs the same in every pool. */
export function placeHat(standings: Standings) {
  const { pool, coding } = standings
  if (pool.hat === null) return null
  const golfers = golfersOf(standings, pool.hat)
  const codes = golfers.map(({ golfer, isDropped }) => (isDropped ? 0 : encodeGolfer(coding, golfer)))
  const code = codes.reduce((sum, each) => sum + each)
  return { golfers, ...scoreOf(standings, Math.min(code, coding.disqualified), 0) }
}

/** "The Hat would be T14 at -6." */
export function toHatText(hat: NonNullable<ReturnType<typeof placeHat>>): string {
  return `The Hat would be ${toOutText(hat) ?? `${hat.position} at ${hat.toPar}`}.`
}
