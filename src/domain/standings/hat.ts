import { rowsPerEntry } from '#domain/entries/pool.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { toOutText } from './entry-figures.ts'
import { encodeGolfer } from './score-code.ts'
import { golfersOf, type Standings, scoreOf } from './standings.ts'

/** The Hat in the standings, in which it has no line (docs/rules.md, 4.12). Null without one. Costs the same in every pool. */
export function placeHat(standings: Standings) {
  const { pool, coding } = standings
  if (pool.hat === null) return null
  const golfers = golfersOf(standings, pool.hat)
  const codes = golfers.filter(({ isDropped }) => !isDropped).map(({ golfer }) => encodeGolfer(coding, golfer))
  const code = codes.reduce((sum, each) => sum + each, 0)
  return { golfers, ...scoreOf(standings, Math.min(code, coding.disqualified), 0) }
}

/** "The Hat would be T14 at -6." */
export function toHatText(hat: NonNullable<ReturnType<typeof placeHat>>): string {
  return `The Hat would be ${toOutText(hat) ?? `${hat.position} at ${hat.toPar}`}.`
}

/** "41 of 60 people beat the Hat.": their best entry has a better score to par. Empty without a Hat. */
export function toBeatenHatText(standings: Standings): string {
  const hat = placeHat(standings)
  const { pool, placed, ranking } = standings
  const people = pool.size / rowsPerEntry
  if (hat === null || people === 0) return ''
  const ahead = ranking.rowAtLine.subarray(0, hat.place === null ? placed : hat.place - 1)
  const { size } = new Set(ahead.map((row) => pool.entryOfRow[row] ?? 0))
  const who = size === 0 ? 'Nobody' : `${formatNumber(size)} of ${formatCount(people, 'person', 'people')}`
  return `${who} ${size > 1 ? 'beat' : 'beats'} the Hat.`
}
