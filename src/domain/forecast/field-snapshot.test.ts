import { expect, it } from 'vitest'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { hasFinished } from './event-state.ts'
import { toSnapshot } from './field-snapshot.ts'

const players = buildPlayers(2)
const event = { ...buildField({}).event, name: 'Sony Open', season: 2021, par: 70, completed: false }

function snapshot(...golfers: Partial<ReturnType<typeof buildGolferOf>>[]) {
  const golfersScores = golfers.flatMap((golfer, index) => {
    const player = players[index]
    return player ? [buildGolferOf(player, golfer)] : []
  })
  return toSnapshot(players, { event, currentRound: 2, cutline: null, golfersScores })
}

it('a snapshot of the field has the rounds that are over and holes of the round under way', () => {
  const { golfers, cut } = snapshot(
    { round1Score: '67', round2Score: '33', relativeScore: -4, currentRoundScore: '-1', thru: '9' },
    { round1Score: '72', relativeScore: 2, currentRoundScore: '--', thru: '--', teeTime: '2021-01-15T18:00:00Z' },
    { round1Score: '72', round2Score: '70', relativeScore: 2, currentRoundScore: 'E', thru: 'F' },
    { round1Score: '72', relativeScore: 2, isDNF: true, position: 'WD' },
  )
  expect(golfers[0]).toMatchObject({ toPar: -4, rounds: [-3], holes: 9, today: -1, parLeft: 36, rank: 0 })
  expect(golfers[1]).toMatchObject({ toPar: 2, rounds: [2], holes: 0, teeTime: Date.UTC(2021, 0, 15, 18) })
  expect(golfers[2]).toMatchObject({ rounds: [2, 0], holes: 0, isOut: false })
  expect(golfers[3]).toMatchObject({ isOut: true })
  // The feed does not list the rest: they are out.
  expect(golfers[4]).toMatchObject({ isOut: true, rounds: [] })
  expect(cut).toEqual({ afterRound: 2, top: 65, within: null })
})

it('the cut has been made once a golfer has missed it or play has continued', () => {
  expect(snapshot({ round1Score: '80', round2Score: '80', isDNF: true, position: 'CUT' }).cut).toBeNull()
  expect(snapshot({ round1Score: '70', round2Score: '70', round3Score: '12', thru: '3' }).cut).toBeNull()
  const projected = { value: 1, type: 'projected', displayValue: '+1' } as const
  const inRound3 = toSnapshot(players, { event, currentRound: 3, cutline: projected, golfersScores: [] })
  expect(inRound3.cut).toEqual({ afterRound: 3, top: 65, within: null })
})

it('an event of three rounds is over after the third, and is not cut after it', () => {
  const three = { ...event, rounds: 3 }
  const golfersScores = players.map((player) =>
    buildGolferOf(player, { round1Score: '70', round2Score: '70', round3Score: '70', thru: 'F', relativeScore: 0 }),
  )
  const snapshot = toSnapshot(players, { event: three, currentRound: 3, cutline: null, golfersScores })
  expect(snapshot.rounds).toBe(3)
  expect(snapshot.golfers.every((golfer) => hasFinished(golfer, snapshot))).toBe(true)
  const beforeCut = {
    event: { ...three, name: 'Pebble Beach Pro-Am' },
    currentRound: 1,
    cutline: null,
    golfersScores: [],
  }
  expect(toSnapshot(players, beforeCut).cut).toBeNull()
  expect(toSnapshot(players, { ...beforeCut, event: { ...beforeCut.event, rounds: 4 } }).cut).toMatchObject({
    afterRound: 3,
  })
})
