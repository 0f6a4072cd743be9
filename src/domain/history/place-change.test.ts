import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { placeOfRow, type Standings, scorePool } from '#domain/standings/standings.ts'
import { type PoolCase, poolCases } from '#test/support/arbitrary-pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { createPlaceChanges, type PlaceChange } from './place-change.ts'

/** Strokes lost by each golfer, or that they are out, or in again. */
const moves = fc.array(fc.constantFrom(-2, -1, 0, 0, 0, 1, 2, 'out' as const), { minLength: 16, maxLength: 16 })

function toStandings({ tournament, field }: PoolCase, strokes: readonly (number | 'out')[]): [Standings, Standings] {
  const pool = createPool(tournament)
  const golfersScores = field.golfersScores.map((golfer, index) => {
    const move = strokes[index] ?? 0
    if (move === 'out') return { ...golfer, isDNF: !golfer.isDNF }
    return { ...golfer, relativeScore: golfer.relativeScore + move }
  })
  return [scorePool(pool, field), scorePool(pool, { golfersScores })]
}

test('the parts of 10,000 random moves sum to the whole', () => {
  let count = 0
  fc.assert(
    fc.property(poolCases, moves, (poolCase, strokes) => {
      const [before, now] = toStandings(poolCase, strokes)
      const changeOf = createPlaceChanges(before, now)
      for (let row = 0; row < now.size; row += 1) {
        const change = changeOf(row)
        const [from, to] = [before, now].map((standings) => placeOfRow(standings, row) ?? now.size + 1)
        expect(change.gained).toBe(Number(from) - Number(to))
        expect(change.parts.reduce((sum, { gained }) => sum + gained, 0)).toBe(change.gained)
        expect([change.before, change.now]).toEqual([placeOfRow(before, row), placeOfRow(now, row)])
        expect(change.parts.filter(isUnlikely)).toEqual([])
        count += 1
      }
    }),
    { numRuns: 1000 },
  )
  expect(count).toBeGreaterThan(10_000)
})

/** No part is empty or of a golfer with the same score, and a golfer of the others never helps by playing better. */
function isUnlikely({ before, now, isOwn, gained }: PlaceChange['parts'][number]): boolean {
  const [from, to] = [before, now].map(({ isDNF, relativeScore }) => (isDNF ? 100 : relativeScore))
  const worse = Number(to) - Number(from)
  return gained === 0 || worse === 0 || (!isOwn && gained > 0 !== worse > 0)
}

/** One person: rows 0 to 2 hold the first, second and third golfers of every tier. */
const pool = createPool(buildTournament({ entries: [buildEntry()] }))
const standingsOf = (scores: readonly (number | 'DNF')[]) => scorePool(pool, buildFieldOf(scores))
const toSteps = ({ parts }: PlaceChange) => parts.map(({ now, isOwn, gained }) => [now.fullName, isOwn, gained])

test('the golfers of the entry come first, then the others in the order of the pool', () => {
  const before = standingsOf([0, -1, -2, 0, -1, -2, 0, -1, -2, 9, 9, 9])
  const now = standingsOf([-3, -1, 3, 0, -1, -2, 0, -9, -2, 9, 9, 9])
  const changeOf = createPlaceChanges(before, now)
  expect(changeOf(0)).toMatchObject({ before: 3, now: 2, gained: 1 })
  expect(toSteps(changeOf(0))).toEqual([
    ['Player A1', true, 1],
    ['Player A3', false, 1],
    ['Player C2', false, -1],
  ])
})

test('an entry without a place counts as one behind the last of all, whatever the others do', () => {
  const before = standingsOf([-9, 0, 0, -9, 0, 0, 0, 0, 0, 0, 0, 0])
  const now = standingsOf(['DNF', 0, 0, 'DNF', 0, -4, 0, 'DNF', 0, 0, 0, 0])
  const changeOf = createPlaceChanges(before, now)
  expect(changeOf(0)).toMatchObject({ before: 1, now: null, gained: -3 })
  expect(toSteps(changeOf(0))).toEqual([['Player B1', true, -3]])
  expect(toSteps(createPlaceChanges(now, before)(0))).toEqual([['Player A1', true, 3]])
})
