import { expect, it } from 'vitest'
import { feedSource } from '#domain/field/field.ts'
import { buildEvent, buildFieldOf } from '#test/support/build-field.ts'
import { type Board, toRecord } from './board-history.ts'
import { createReplay, listKeyMoments } from './replay.ts'

const minute = 60_000

/** A version a minute; a round has 100 of them, and a break after it. */
const boards = Array.from({ length: 250 }, (_, index): Board => {
  const round = Math.floor(index / 100) + 1
  const roundStatus = `Round ${round} - ${index % 100 === 99 ? 'Play Complete' : 'In Progress'}`
  const field = buildFieldOf([(index % 17) - 9, (index % 13) - 5, (index % 7) - 3])
  return {
    version: index + 5,
    timeStamp: new Date(index * minute).toISOString(),
    ...{ stale: null, source: feedSource },
    ...{ ...field, currentRound: round, event: buildEvent({ roundStatus }), golfersScores: [...field.golfersScores] },
  }
})
const replay = createReplay(boards.map((board, index) => toRecord(boards[index - 1] ?? null, board)))

it('has the board of every version, in whatever order they are opened', () => {
  const order = boards.toSorted((a, b) => ((a.version * 37) % 101) - ((b.version * 37) % 101))
  for (const board of order) expect(JSON.stringify(replay.boardAt(board.version))).toBe(JSON.stringify(board))
  expect([replay.boardAt(4), replay.boardAt(255), replay.boardAt(Number.NaN)]).toEqual([null, null, null])
})

it('has the boards from a time on; before the first version, all of them', () => {
  const found = [-1, 0, 59_999, 60_000, 1e9].map((time) => replay.boardsFrom(time).map(({ version }) => version))
  const expected = [
    [5, 250],
    [5, 250],
    [5, 250],
    [6, 249],
    [254, 1],
  ]
  expect(found.map((versions) => [versions[0], versions.length])).toEqual(expected)
  expect(createReplay([]).boardsFrom(0)).toEqual([])
})

it('names the time and the round of each version, and the moments at which the round began or was over', () => {
  expect(replay.moments[101]).toEqual({ version: 106, time: 101 * minute, status: 'Round 2 - In Progress', round: 2 })
  expect(listKeyMoments(replay.moments).map(({ version }) => version - 5)).toEqual([0, 99, 100, 199, 200])
})
