import { rowsPerEntry } from '#domain/entries/pool.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { placeHat } from './hat.ts'
import type { Standings } from './standings.ts'

/** "41 of 60 people beat the Hat.": their best entry has a better score to par. Empty without a Hat (docs/rules.md, 4.12). */
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
