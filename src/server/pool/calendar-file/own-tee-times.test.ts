import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections } from '#test/support/build-tournament.ts'
import { listTeeTimes } from './own-tee-times.ts'

const late = '2026-04-11T15:10:00Z'
const early = '2026-04-11T12:00:00.000Z'
const waiting = (espnId: string, teeTime: string | null) =>
  buildGolfer({ espnId, fullName: `Golfer ${espnId}`, thru: '--', teeTime })

// Golfer 1 is in all three entries, golfer 4 in the first and the third.
const selections = buildSelections([1, 4, 7, 10], [1, 5, 8, 11], [1, 4, 9, 12])
const entry = buildEntry({ selections })

test('the golfers of an entry record who have a tee time are listed once each, earliest first', () => {
  const golfersScores = [
    waiting('1004', late),
    waiting('1002', early),
    waiting('1001', early),
    waiting('1007', null),
    buildGolfer({ espnId: '1010', isDNF: true }),
    buildGolfer({ espnId: '1005', thru: '14' }),
  ]
  expect(listTeeTimes(entry, buildPlayers(), buildField({ currentRound: 3, golfersScores }))).toEqual([
    { espnId: '1001', name: 'Golfer 1001', round: 3, at: early, entries: [1, 2, 3] },
    { espnId: '1004', name: 'Golfer 1004', round: 3, at: late, entries: [1, 3] },
  ])
})

test('before the first hole it is round 1', () => {
  const field = buildField({ currentRound: 0, golfersScores: [waiting('1012', early)] })
  expect(listTeeTimes(entry, buildPlayers(), field)).toMatchObject([{ round: 1, entries: [3] }])
})

test('in any pool they are the picked golfers with a tee time, whoever else has one', () => {
  const ids = fc.integer({ min: 1, max: 12 })
  const fours = fc.array(fc.uniqueArray(ids, { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 })
  const times = fc.array(fc.constantFrom(null, early, late), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(fours, times, ([first = [], second = [], third = []], drawn) => {
      const golfersScores = drawn.map((time, index) => waiting(String(1001 + index), time))
      const record = buildEntry({ selections: buildSelections(first, second, third) })
      const found = listTeeTimes(record, buildPlayers(), buildField({ golfersScores }))
      for (const id of Array.from({ length: 12 }, (_, index) => index + 1)) {
        const own = found.filter(({ espnId }) => espnId === String(1000 + id))
        const entries = [first, second, third].flatMap((four, index) => (four.includes(id) ? [index + 1] : []))
        const at = drawn[id - 1]
        expect(own.map((time) => [time.at, time.entries])).toEqual(at && entries.length > 0 ? [[at, entries]] : [])
      }
      expect(found.map(({ at }) => Date.parse(at))).toEqual(found.map(({ at }) => Date.parse(at)).sort((a, b) => a - b))
    }),
    { numRuns: 1000 },
  )
})
