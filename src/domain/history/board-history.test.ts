import fc from 'fast-check'
import { expect, it } from 'vitest'
import { feedSource, toMovement } from '#domain/field/field.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import { applyRecord, type Board, type BoardRecord, toRecord } from './board-history.ts'

const golfer = fc
  .record({
    espnId: fc.integer({ min: 1, max: 12 }).map(String),
    relativeScore: fc.integer({ min: -9, max: 9 }),
    total: fc.constantFrom(0, 68, 70, 141),
    isDNF: fc.boolean(),
    position: fc.constantFrom('1', 'T2', 'CUT', '--', 'WD'),
    thru: fc.constantFrom('--', '3', '17', 'F'),
    teeTime: fc.constantFrom(null, '2026-06-04T11:00:00.000Z', '2026-06-04T11:10:00.000Z'),
    movement: fc.integer({ min: -3, max: 3 }).map(toMovement),
    isListed: fc.boolean(),
    currentRoundScore: fc.constantFrom('--', 'E', '+2', '-1'),
    round2Score: fc.constantFrom('--', '71'),
    correction: fc.constantFrom(null, { fields: ['toPar'], reason: 'Wrong card', by: 'Ann "A"', at: '2026' }),
  })
  .map(({ isListed, ...values }) => buildGolfer({ ...values, index: isListed ? 0 : -1 }))

const board = fc.record({
  golfers: fc.uniqueArray(golfer, { selector: ({ espnId }) => espnId, maxLength: 12 }),
  currentRound: fc.integer({ min: 0, max: 5 }),
  stale: fc.constantFrom(null, { since: '2026', reason: 'The feed does not respond.' }),
})

function toBoards(drawn: readonly { golfers: Board['golfersScores']; currentRound: number; stale: Board['stale'] }[]) {
  return drawn.map(({ golfers, currentRound, stale }, index): Board => {
    const listed = golfers.filter((row) => row.index >= 0).map((row, place) => ({ ...row, index: place }))
    const golfersScores = [...listed, ...golfers.filter((row) => row.index < 0)]
    const head = { version: index + 1, timeStamp: `minute ${index}`, stale, source: feedSource }
    return { ...head, ...buildField({ currentRound }), golfersScores }
  })
}

it('gives every version back, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(board, { minLength: 1, maxLength: 8 }), (drawn) => {
      const boards = toBoards(drawn)
      const records = boards.map((next, index) => toRecord(boards[index - 1] ?? null, next))
      let last: Board | null = null
      const rebuilt = (JSON.parse(JSON.stringify(records)) as BoardRecord[]).map((record) => {
        last = applyRecord(last, record)
        return JSON.stringify(last)
      })
      expect(rebuilt).toEqual(boards.map((each) => JSON.stringify(each)))
    }),
  )
})

it('every record with another tee time says so: the revision of calendar files rises with it', () => {
  fc.assert(
    fc.property(fc.tuple(board, board), (drawn) => {
      const [before, after] = toBoards(drawn)
      if (!before || !after) throw new Error('There are two boards.')
      const known = new Map(before.golfersScores.map(({ espnId, teeTime }) => [espnId, teeTime]))
      const hasOther = after.golfersScores.some(
        ({ espnId, teeTime }) => teeTime !== null && teeTime !== known.get(espnId),
      )
      fc.pre(hasOther)
      expect(JSON.stringify(toRecord(before, after))).toContain('"teeTime":"')
    }),
    { numRuns: 1000 },
  )
})

it('records a birdie as three numbers and a text: places, order and climbs follow from it', () => {
  const row = (espnId: string, index: number, relativeScore: number, position: string) =>
    buildGolfer({ espnId, index, relativeScore, position, total: 140 + relativeScore, thru: '4', round2Score: '70' })
  const [before] = toBoards([
    {
      golfers: [row('1', 0, -3, '1'), row('2', 1, -2, 'T2'), row('3', 2, -2, 'T2')],
      currentRound: 2,
      stale: null,
    },
  ])
  if (!before) throw new Error('no board')
  const birdie = [[2, -1, 3, '5']] as const
  const after = applyRecord(before, [{ timeStamp: 'later' }, birdie, [], []])
  expect(
    after.golfersScores.map(({ espnId, index, position, movement }) => [espnId, index, position, movement]),
  ).toEqual([
    ['1', 0, 'T1', toMovement(0)],
    ['3', 1, 'T1', toMovement(1)],
    ['2', 2, '3', toMovement(-1)],
  ])
  expect(after.golfersScores[1]).toMatchObject({ toPar: '-3', totalScore: '141', round2Score: '73', thru: '5' })
  expect(toRecord(before, after)).toEqual([{ timeStamp: 'later' }, birdie, [], []])
})

it('begins with a key frame, and has another one where golfers join or leave the field', () => {
  const [first, second] = toBoards([
    { golfers: [buildGolfer({ espnId: '1' })], currentRound: 1, stale: null },
    { golfers: [buildGolfer({ espnId: '1' }), buildGolfer({ espnId: '2' })], currentRound: 1, stale: null },
  ])
  if (!first || !second) throw new Error('no boards')
  expect(toRecord(null, first)).toEqual({ board: first })
  expect(toRecord(first, second)).toEqual({ board: second })
  expect(() => applyRecord(null, [{}, [], [], []])).toThrow('key frame')
})
