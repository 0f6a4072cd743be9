import { expect, test } from 'vitest'
import type { Golfer } from '#domain/field/field.ts'
import { buildEvent, buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { snapshotAfter, toPastEvent } from './past-event.ts'

const players = buildPlayers().slice(0, 4)
const [first, second, third] = players
if (!first || !second || !third) throw new Error('There are three players.')

function rounds(...strokes: number[]): Partial<Golfer> {
  const text = (round: number) => (strokes[round] === undefined ? '--' : String(strokes[round]))
  return { round1Score: text(0), round2Score: text(1), round3Score: text(2), round4Score: text(3) }
}

const field = buildField({
  event: buildEvent({ completed: true }),
  currentRound: 4,
  golfersScores: [
    buildGolferOf(first, rounds(68, 70, 71, 69)),
    buildGolferOf(second, { ...rounds(75, 74), isDNF: true, position: 'CUT' }),
    buildGolferOf(third, { ...rounds(70, 70, 30), isDNF: true, position: 'WD' }),
  ],
})

test('a leaderboard that is over becomes the rounds of each golfer, and the cut of those who missed it', () => {
  const event = toPastEvent(players, field)
  expect(event?.golfers).toEqual([
    { rank: 0, rounds: [-2, 0, 1, -1], out: null },
    { rank: 1, rounds: [5, 4, null, null], out: 'CUT' },
    { rank: 2, rounds: [0, 0, null, null], out: 'WD' },
    // The feed never had this one.
    { rank: 3, rounds: [null, null, null, null], out: 'WD' },
  ])
  expect(event).toMatchObject({ players: 4, rounds: 4, par: 70, cut: { afterRound: 2 } })
})

test('a corrected score to par is in the final score, and in every state before', () => {
  const correction = { fields: ['toPar'], reason: '', by: '', at: '', toParDifference: -1 }
  const golfersScores = field.golfersScores.map((golfer, index) => (index === 0 ? { ...golfer, correction } : golfer))
  const event = toPastEvent(players, { ...field, golfersScores })
  if (event === null) throw new Error('The event is over.')
  expect([1, 2, 4].map((round) => snapshotAfter(event, round).golfers[0]?.toPar)).toEqual([-3, -3, -3])
})

test('the states after its rounds follow', () => {
  const event = toPastEvent(players, field)
  if (event === null) throw new Error('The event is over.')
  const outAfter = (round: number) => snapshotAfter(event, round).golfers.map(({ isOut }) => isOut)
  expect(outAfter(1)).toEqual([false, false, false, true])
  expect(outAfter(2)).toEqual([false, true, false, true])
  expect(outAfter(4)).toEqual([false, true, true, true])
})

test('there is none while it is played, or if it was not played', () => {
  expect(toPastEvent(players, { ...field, event: buildEvent() })).toBeNull()
  expect(toPastEvent(players, { ...field, golfersScores: [] })).toBeNull()
})
