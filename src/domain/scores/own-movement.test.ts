import { expect, test } from 'vitest'
import { buildScoredGolfer, buildScores } from '#test/support/build-scores.ts'
import { withOwnMovement } from './own-movement.ts'
import { applyCorrections } from './score-corrections.ts'
import { toScoredField } from './scored-field.ts'

const document = buildScores({ round: 2 }, [
  buildScoredGolfer({ id: '1', name: 'Ann Arbor', rounds: [70], today: -3, thru: 9 }),
  buildScoredGolfer({ id: '2', name: 'Bea Bunker', rounds: [68] }),
  buildScoredGolfer({ id: '3', name: 'Cleo Club', rounds: [71, 70] }),
])
const field = toScoredField(document, null)
const toMovements = ({ golfersScores }: typeof field) =>
  golfersScores.map(({ espnId, position, movement }) => `${espnId} ${position} ${movement.class} ${movement.text}`)

test('golfers move since the round began, with the scores of then as they are corrected now', () => {
  expect(toMovements(field)).toEqual(['1 1 positive 1', '2 2 negative 1', '3 3 none -'])
  const about = {
    status: null,
    toParDifference: null,
    reason: 'Wrong card',
    by: 'Olive',
    at: '2026-06-05T18:00:00.000Z',
  }
  const corrected = applyCorrections(field, [{ ...about, espnId: '1', rounds: [67, null, null, null] }])
  // Ann was first when the round began.
  expect(toMovements(withOwnMovement(corrected))).toEqual(['1 1 none -', '2 2 none -', '3 3 none -'])
})

test('whoever went out since was in when the round began, and does not move', () => {
  const golfers = document.golfers.map((golfer) =>
    golfer.id === '2' ? { ...golfer, status: 'withdrawn' as const } : golfer,
  )
  expect(toMovements(toScoredField({ ...document, golfers }, null))).toEqual([
    ...['1 1 positive 1', '3 2 positive 1'],
    '2 WD none -',
  ])
})

test('a row that does not move otherwise stays the same object', () => {
  const again = withOwnMovement(field)
  expect(again.golfersScores.every((golfer, index) => golfer === field.golfersScores[index])).toBe(true)
})
