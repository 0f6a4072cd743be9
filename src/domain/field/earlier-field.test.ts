import { expect, test } from 'vitest'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { toFieldAfterRound, toRoundStart } from './earlier-field.ts'
import type { Golfer } from './field.ts'

const [first, second, third, fourth] = buildPlayers()
if (!first || !second || !third || !fourth) throw new Error('There are four players.')

function rounds(...strokes: number[]): Partial<Golfer> {
  const text = (round: number) => (strokes[round] === undefined ? '--' : String(strokes[round]))
  return { round1Score: text(0), round2Score: text(1), round3Score: text(2), round4Score: text(3) }
}

const field = buildField({
  currentRound: 3,
  golfersScores: [
    buildGolferOf(first, { ...rounds(68, 70, 31), relativeScore: -4, currentRoundScore: '-2', thru: '8' }),
    buildGolferOf(second, { ...rounds(75, 74), isDNF: true, position: 'CUT', relativeScore: 9 }),
    buildGolferOf(third, { ...rounds(70, 40), isDNF: true, position: 'WD', relativeScore: 2 }),
    buildGolferOf(fourth, { ...rounds(70, 71), isDNF: true, position: 'MDF', relativeScore: 1 }),
  ],
})

function readAfter(round: number) {
  return toFieldAfterRound(field, round).golfersScores.map(({ relativeScore, isDNF, round2Score }) => [
    relativeScore,
    isDNF ? 'out' : 'in',
    round2Score,
  ])
}

test('scores are those of the rounds until then, and golfers who went out later are still in', () => {
  expect(readAfter(0)).toEqual([
    [0, 'in', '--'],
    [0, 'in', '--'],
    [0, 'in', '--'],
    [0, 'in', '--'],
  ])
  expect(readAfter(1)).toEqual([
    [-2, 'in', '--'],
    [5, 'in', '--'],
    [0, 'in', '--'],
    [0, 'in', '--'],
  ])
  expect(readAfter(2)).toEqual([
    [-2, 'in', '70'],
    [9, 'out', '74'],
    [0, 'out', '--'],
    [1, 'out', '71'],
  ])
})

test('golfers who are still in have no position, and nobody has a score for today', () => {
  const earlier = toFieldAfterRound(field, 1)
  expect(earlier.event.completed).toBe(false)
  expect(
    earlier.golfersScores.map(({ position, thru, currentRoundScore }) => [position, thru, currentRoundScore]),
  ).toEqual(Array.from({ length: 4 }, () => ['--', '--', '--']))
})

test('the start of the round is before the current round, and a play-off belongs to the fourth', () => {
  expect(toRoundStart(field)).toEqual(toFieldAfterRound(field, 2))
  expect(toRoundStart({ ...field, currentRound: 0 }).currentRound).toBe(0)
  expect(toRoundStart({ ...field, currentRound: 5 }).currentRound).toBe(3)
})

test('in the play-off of an event of three rounds, the round that began last is the third', () => {
  const golfersScores = [buildGolferOf(first, { ...rounds(68, 70, 71), relativeScore: -4 })]
  const event = { ...field.event, rounds: 3 }
  expect(toRoundStart(buildField({ event, currentRound: 4, golfersScores })).currentRound).toBe(2)
  expect(
    toRoundStart(buildField({ event: { ...event, rounds: 4 }, currentRound: 4, golfersScores })).currentRound,
  ).toBe(3)
})
