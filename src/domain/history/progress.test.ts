import { expect, it } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { feedSource } from '#domain/field/field.ts'
import { advance, createForecast, readChances } from '#domain/forecast/forecast.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import { buildEvent, buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { type Board, toRecord } from './board-history.ts'
import { listProgressMarks, measureProgress, smoothChances } from './progress.ts'

const { next: random } = createRandom('progress')
const below = (count: number) => Math.floor(random() * count)
const pick = () => [1, 4, 7, 10].map((first) => first + below(3))
const tournament = buildTournament({
  entries: Array.from({ length: 20 }, (_, index) =>
    buildEntry({ id: index + 1, name: `User ${index + 10}`, selections: buildSelections(pick(), pick(), pick()) }),
  ),
})
const { players, picks, size } = createPool(tournament)
const pool = { tournamentId: tournament.id, players, picks }
const rows = Array.from({ length: size }, (_, row) => row)

/** Four rounds of 100 versions; a third of the field is cut after the second, and the last version is final. */
const boards = Array.from({ length: 400 }, (_, index): Board => {
  const round = Math.floor(index / 100) + 1
  const scores = players.map((_, golfer) => (round > 2 && golfer % 3 === 0 ? 'DNF' : below(9) - 4))
  const field = buildFieldOf(scores)
  return {
    version: index + 5,
    timeStamp: new Date(index * 60_000).toISOString(),
    ...{ stale: null, source: feedSource },
    ...field,
    golfersScores: [...field.golfersScores],
    currentRound: round,
    event: buildEvent({ roundStatus: `Round ${round}`, completed: index === 399 }),
  }
})
const records = boards.map((board, index) => toRecord(boards[index - 1] ?? null, board))
const boardOf = (version: number) => boards[version - 5] as Board

it('has the places of the standings at each moment, by a literal reading of the rules', () => {
  const points = measureProgress(pool, { rows, records }, boardOf(404))
  expect(points.length).toBeGreaterThan(90)
  const names = listNaiveRows(tournament).map(({ entry, entryNumber }) => `${entry.name} ${entryNumber}`)
  for (const { version, places } of points) {
    const ranked = rankNaively(listNaiveRows(tournament), boardOf(version))
    const positions = new Map(ranked.map(({ displayName, position }) => [displayName, position.replace('T', '')]))
    expect([version, places.map((place) => String(place ?? '--'))]).toEqual([
      version,
      names.map((n) => positions.get(n)),
    ])
  }
  expect(points.flatMap(({ places }) => places)).toContain(null)
})

it('has the chances that the forecast gives with as many simulations', () => {
  const points = measureProgress(pool, { rows, records }, boardOf(404)).filter((_, index) => index % 9 === 0)
  for (const { version, wins } of points) {
    const forecast = createForecast({ players, picks, field: boardOf(version), seed: { tournamentId: 1, version: 0 } })
    advance(forecast, 120)
    expect(wins).toEqual([...readChances(forecast).win])
  }
})

it('ends with the board, whether it is recorded or not, and has nothing after it', () => {
  const versionsTo = (last: Board, known = records) =>
    measureProgress(pool, { rows: [0], records: known }, last).map(({ version }) => version)
  expect(versionsTo(boardOf(100)).length).toBeLessThanOrEqual(120)
  expect(versionsTo(boardOf(404)).length).toBeLessThanOrEqual(120)
  expect(versionsTo(boardOf(8))).toEqual([5, 6, 7, 8])
  expect(versionsTo(boardOf(30), records.slice(0, 2))).toEqual([5, 6, 30])
  expect(versionsTo(boardOf(30), [])).toEqual([30])
})

it('marks the rounds, and the cut where the next one begins', () => {
  const points = measureProgress(pool, { rows: [0], records }, boardOf(404))
  const marks = listProgressMarks(points)
  expect(marks.map(({ text }) => text)).toEqual(['R2', 'R3\nCut', 'R4'])
  expect(marks.map(({ index }) => points[index]?.round)).toEqual([2, 3, 4])
  expect(points.map(({ isOver }) => isOver).lastIndexOf(false)).toBe(points.length - 2)
  // Of three rounds, the fourth is a play-off.
  const shorter = listProgressMarks(points.map((point) => ({ ...point, rounds: 3 })))
  expect(shorter.map(({ text }) => text)).toEqual(['R2', 'R3\nCut', 'Playoff'])
})

/** An entry in 9th place at each of these chances. */
function buildPoints(chances: readonly number[]) {
  const [point] = measureProgress(pool, { rows: [0], records: [] }, boardOf(30))
  if (point === undefined) throw new Error('There is no point')
  return chances.map((chance) => ({ ...point, places: [9 as number | null], wins: [chance] }))
}

const toChances = (points: ReturnType<typeof buildPoints>) => smoothChances(points).map(({ wins }) => wins[0] ?? 0)

it('takes the noise of the simulations out of the chances', () => {
  // 10 to 14 of 120 simulations in turn are the same chance.
  const noise = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 10 : 14) / 120)
  const smooth = toChances(buildPoints(noise))
  expect(Math.max(...smooth) - Math.min(...smooth)).toBeLessThan(0.01)
  expect(smooth.every((chance) => chance > 10 / 120 && chance < 14 / 120)).toBe(true)
  // One simulation among thousands is no peak.
  expect(Math.max(...toChances(buildPoints([0, 0, 0, 0, 1 / 120, 0, 0, 0, 0])))).toBeLessThan(0.002)
})

it('keeps what the scores did: a chance is never further from its simulations than their error', () => {
  const [before = 0, after = 0] = toChances(buildPoints([0.1, 0.1, 0.1, 0.6, 0.6, 0.6])).slice(2, 4)
  // By tables of Wilson's interval, 12 of 120 are 5.8 to 16.7 %, and 72 of 120 are 51.1 to 68.3 %.
  expect(before).toBeCloseTo(0.167, 3)
  expect(after).toBeCloseTo(0.511, 3)
})

it('leaves a certain chance alone, and smooths nothing with it', () => {
  const points = buildPoints([0.2, 0.2, 0, 1])
  const [, , out, last] = points
  if (out) out.places = [null]
  if (last) last.isOver = true
  expect(toChances(points)).toEqual([0.2, 0.2, 0, 1])
})
