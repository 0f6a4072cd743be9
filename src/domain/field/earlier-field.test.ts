import { expect, test } from 'vitest'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { toRoundStart } from './earlier-field.ts'
import type { Field, Golfer } from './field.ts'

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
    buildGolferOf(second, {
      ...rounds(75, 74),
      isDNF: true,
      position: 'CUT',
      relativeScore: 9,
      currentRoundScore: '--',
    }),
    buildGolferOf(third, { ...rounds(70, 40), isDNF: true, position: 'WD', relativeScore: 2, currentRoundScore: '--' }),
    buildGolferOf(fourth, {
      ...rounds(70, 71),
      isDNF: true,
      position: 'WD',
      relativeScore: 1,
      currentRoundScore: '--',
    }),
  ],
})

function readStart(changes: Partial<Field>) {
  return toRoundStart({ ...field, ...changes }).golfersScores.map(({ relativeScore, isDNF, round2Score }) => [
    relativeScore,
    isDNF ? 'out' : 'in',
    round2Score,
  ])
}

test('scores are those without what was played since, and golfers who went out since are still in', () => {
  expect(readStart({})).toEqual([
    [-2, 'in', '70'],
    [9, 'out', '74'],
    [2, 'out', '40'],
    [1, 'in', '71'],
  ])
  expect(readStart({ currentRound: 2 }).slice(1, 2)).toEqual([[5, 'in', '--']])
  expect(readStart({ currentRound: 1 })).toEqual(Array.from({ length: 4 }, () => [0, 'in', '--']))
})

test('a score is what the source says without today, on whatever course earlier rounds were played', () => {
  const row = buildGolferOf(first, { ...rounds(68, 71), relativeScore: -5, total: 139, currentRoundScore: '-1' })
  const [start] = toRoundStart(buildField({ currentRound: 2, golfersScores: [row] })).golfersScores
  expect(start).toMatchObject({ relativeScore: -4, toPar: '-4', total: 68, totalScore: '68' })
})

test('a corrected score to par is in the score of a golfer who had one', () => {
  const correction = { fields: ['toPar'], reason: '', by: '', at: '', toParDifference: -1 }
  const today = { relativeScore: -3, total: 138, currentRoundScore: '+1', correction }
  const later = buildField({ currentRound: 2, golfersScores: [buildGolferOf(first, { ...rounds(68, 71), ...today })] })
  expect(toRoundStart(later).golfersScores[0]).toMatchObject({ relativeScore: -4, total: 67 })
  const begun = buildGolferOf(first, {
    ...rounds(71),
    relativeScore: 0,
    total: 70,
    currentRoundScore: '+1',
    correction,
  })
  const first1 = buildField({ currentRound: 1, golfersScores: [begun] })
  expect(toRoundStart(first1).golfersScores[0]).toMatchObject({ relativeScore: 0, toPar: '--', total: 0 })
})

test('a source may have the score to par alone', () => {
  const row = buildGolferOf(first, { ...rounds(), relativeScore: -5, total: 135, currentRoundScore: '-1', thru: '4' })
  const at = (currentRound: number) => toRoundStart(buildField({ currentRound, golfersScores: [row] })).golfersScores[0]
  expect(at(2)).toMatchObject({ relativeScore: -4, total: 66 })
  expect(at(1)).toMatchObject({ relativeScore: 0, total: 0 })
})

test('golfers who are still in have no position, and nobody has a score for today', () => {
  const earlier = toRoundStart({ ...field, currentRound: 2 })
  expect(earlier.event.completed).toBe(false)
  expect(
    earlier.golfersScores.map(({ position, thru, currentRoundScore }) => [position, thru, currentRoundScore]),
  ).toEqual(Array.from({ length: 4 }, () => ['--', '--', '--']))
})

test('the start of the round is before the current round, and a play-off belongs to the fourth', () => {
  expect([3, 0, 5].map((currentRound) => toRoundStart({ ...field, currentRound }).currentRound)).toEqual([2, 0, 3])
})

test('in the play-off of an event of three rounds, the round that began last is the third', () => {
  const golfersScores = [buildGolferOf(first, { ...rounds(68, 70, 71), relativeScore: -4 })]
  const event = { ...field.event, rounds: 3 }
  expect(toRoundStart(buildField({ event, currentRound: 4, golfersScores })).currentRound).toBe(2)
  expect(
    toRoundStart(buildField({ event: { ...event, rounds: 4 }, currentRound: 4, golfersScores })).currentRound,
  ).toBe(3)
})
