import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildField } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import type { ChancesRequest, ChancesResponse } from './chances-protocol.ts'
import { createChancesRunner } from './chances-runner.ts'
import { simulationSteps } from './chances-simulation.ts'

const pool = createPool(buildTournament({ entries: [buildEntry(), buildEntry({ id: 2, userId: 2, name: 'Ben' })] }))
const { players, picks } = pool

const poolMessage: ChancesRequest = { kind: 'pool', tournamentId: 1, players, picks }
const watched: ChancesRequest = { kind: 'watch', isWatched: true, withRoundStart: false }

function fieldMessage(version: number): ChancesRequest {
  return { kind: 'field', version, timeStamp: '2026-04-09T12:00:00.000Z', field: buildField() }
}

/** A runner whose pauses end one by one: `step` lets it work until the next one. A scenario settles at once. */
function openRunner(settle = async () => {}) {
  const said: ChancesResponse[] = []
  const pauses: (() => void)[] = []
  const receive = createChancesRunner({
    post: (response) => said.push(response),
    pause: () => new Promise((resolve) => pauses.push(resolve)),
    settle,
  })
  async function step(count = 1): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    for (let index = 0; index < count && pauses.length > 0; index += 1) {
      pauses.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const describe = () =>
    said.map((response) =>
      response.kind === 'figures' ? `${response.key.version}: ${response.chances.simulations}` : response.kind,
    )
  return { receive, step, describe, said, waiting: () => pauses.length }
}

test('first figures come at once, in the task that brings a leaderboard, then refined ones, and then it rests', async () => {
  const { receive, step, describe, waiting } = openRunner()
  for (const message of [poolMessage, fieldMessage(7), watched]) receive(message)
  expect(describe()).toEqual([`7: ${simulationSteps.first}`])
  expect(waiting()).toBe(1)
  await step(1000)
  expect(describe().slice(0, 2)).toEqual([`7: ${simulationSteps.first}`, `7: ${simulationSteps.refined}`])
  expect(waiting()).toBe(0)
})

test('the next version ends the work on the one before, and there is never more than one at a time', async () => {
  const { receive, step, describe, waiting } = openRunner()
  for (const message of [poolMessage, fieldMessage(7), watched]) receive(message)
  receive(fieldMessage(8))
  receive(fieldMessage(9))
  expect(waiting()).toBe(1)
  await step(1000)
  expect(describe().filter((text) => text.includes(':'))).toEqual(['7: 250', '9: 250', '9: 4000'])
})

test('while nobody looks nothing is computed, and nothing is sent', async () => {
  const { receive, step, describe, waiting } = openRunner()
  for (const message of [poolMessage, fieldMessage(7)]) receive(message)
  expect(waiting()).toBe(0)
  receive(watched)
  receive({ kind: 'watch', isWatched: false, withRoundStart: false })
  await step(1000)
  expect(describe()).toEqual(['7: 250'])
  expect(waiting()).toBe(0)
  receive(watched)
  await step(1000)
  expect(describe().slice(0, 2)).toEqual(['7: 250', '7: 4000'])
})

test('the same leaderboard has the same figures, and a scenario has others', async () => {
  const { receive, step, said } = openRunner()
  for (const message of [poolMessage, fieldMessage(7), watched]) receive(message)
  await step(1000)
  const again = openRunner()
  for (const message of [poolMessage, fieldMessage(7), watched]) again.receive(message)
  await again.step(1000)
  expect(again.said).toEqual(said)
  receive({ kind: 'scenario', scenario: [[pool.picks[0] ?? 0, 'out']] })
  await step(1000)
  const figures = said.filter((response) => response.kind === 'figures')
  expect(figures.map(({ key }) => key.scenario)).toEqual(['', '', `${pool.picks[0]}:out`, `${pool.picks[0]}:out`])
  expect(figures[3]?.chances).not.toEqual(figures[1]?.chances)
})

test('while a scenario is dragged, each step has its first figures; they are refined once it has settled', async () => {
  const settling: (() => void)[] = []
  const { receive, step, said, waiting } = openRunner(() => new Promise((resolve) => settling.push(resolve)))
  for (const message of [poolMessage, fieldMessage(7), watched]) receive(message)
  await step(1000)
  const real = said.length
  const golfer = pool.picks[0] ?? 0
  for (const score of [-3, -4]) {
    receive({ kind: 'scenario', scenario: [[golfer, score]] })
    await step(1000)
    expect(waiting()).toBe(0)
  }
  const describe = () =>
    said
      .slice(real)
      .flatMap((response) =>
        response.kind === 'figures' ? [`${response.key.scenario} ${response.chances.simulations}`] : [],
      )
  expect(describe()).toEqual([`${golfer}:-3 250`, `${golfer}:-4 250`])
  for (const end of settling) end()
  await step(1000)
  expect(describe()).toEqual([`${golfer}:-3 250`, `${golfer}:-4 250`, `${golfer}:-4 4000`])
})

test('the roundStart is computed once a round, entries and rooting figures on request', async () => {
  const { receive, step, said } = openRunner()
  const count = (kind: ChancesResponse['kind']) => said.filter((response) => response.kind === kind).length
  receive({ kind: 'entries', rows: [1], rooting: 1 })
  for (const message of [poolMessage, fieldMessage(7)]) receive(message)
  receive({ kind: 'watch', isWatched: true, withRoundStart: true })
  await step(2000)
  expect([count('round-start'), count('rooting')]).toEqual([1, 1])
  receive(fieldMessage(8))
  await step(2000)
  expect([count('round-start'), count('rooting')]).toEqual([1, 2])
  const places = said.filter((response) => response.kind === 'possible').map((response) => [...response.places.keys()])
  expect(places[0]).toEqual([1])
  expect(places[1]).toEqual([0, 1, 2, 3, 4, 5])
})

test('while a chart is shown, it is measured again for each leaderboard, after its figures', async () => {
  const { receive, step, said } = openRunner()
  for (const message of [poolMessage, fieldMessage(7), watched]) receive(message)
  receive({ kind: 'progress', wish: { rows: [0, 4], records: [] } })
  await step(1000)
  receive(fieldMessage(8))
  await step(1000)
  receive({ kind: 'progress', wish: null })
  receive(fieldMessage(9))
  await step(1000)
  const charts = said.filter((response) => response.kind === 'progress')
  expect(charts.map(({ rows, points }) => [rows, points.map(({ version }) => version)])).toEqual([
    [[0, 4], [7]],
    [[0, 4], [8]],
  ])
  expect(said.map(({ kind }) => kind).indexOf('progress')).toBe(2)
})

test.each([
  { rows: 30_000, first: 'figures' },
  { rows: 30_001, first: 'progress' },
])('a pool of $rows rows first gets its $first; the larger one has charts alone', async ({ rows, first }) => {
  const { receive, step, said, waiting } = openRunner()
  const many = Uint16Array.from({ length: rows * 4 }, (_, pick) => picks[pick % picks.length] ?? 0)
  receive({ kind: 'pool', tournamentId: 1, players, picks: many })
  receive({ kind: 'entries', rows: [1], rooting: 1 })
  receive({ kind: 'progress', wish: { rows: [0, 4], records: [] } })
  for (const message of [fieldMessage(7), { ...watched, withRoundStart: true }]) receive(message)
  await step(15)
  expect(said.map(({ kind }) => kind)).toEqual([first])
  expect(waiting()).toBe(first === 'figures' ? 1 : 0)
})

test('what cannot be computed is reported', async () => {
  const { receive, step, said } = openRunner()
  receive({ ...poolMessage, picks: Uint16Array.of(999, 999, 999, 999), players: [] } as ChancesRequest)
  receive({ ...fieldMessage(1), field: { ...buildField(), golfersScores: null as never } } as ChancesRequest)
  receive(watched)
  await step(10)
  expect(said.map(({ kind }) => kind)).toEqual(['failed'])
})

test('a tournament that is over is played again when nothing else is to be done', async () => {
  const { receive, step, said } = openRunner()
  receive(watched)
  const golfer = (rank: number) => ({ rank, rounds: [rank, -1, 0, 1], out: null })
  const golfers = players.map((_, index) => golfer(index))
  const event = { golfers, players: golfers.length, rounds: 4, par: 70, cut: null }
  receive({ kind: 'past', tournamentId: 3, event, picks })
  // Without a board at once, and with one when its figures are there.
  await step(2000)
  for (const message of [poolMessage, fieldMessage(7)]) receive(message)
  receive({ kind: 'past', tournamentId: 4, event, picks })
  await step(2000)
  expect(said.map(({ kind }) => kind)).toEqual(['past', 'figures', 'figures', 'possible', 'possible', 'past'])
  const past = said.find((response) => response.kind === 'past')
  // Six entries after each of three rounds.
  expect(past?.reliability.win.reduce((sum, { count }) => sum + count, 0)).toBe(18)
  expect(past?.tournamentId).toBe(3)
})

test('whenever another pool comes, the figures when the round began are those of that pool', async () => {
  const other = createPool(buildTournament({ entries: [buildEntry()] }))
  for (const steps of [3, 4, 5]) {
    const { receive, step, said } = openRunner()
    for (const message of [poolMessage, fieldMessage(7), { ...watched, withRoundStart: true }]) receive(message)
    await step(steps)
    said.length = 0
    receive({ kind: 'pool', tournamentId: 1, players: other.players, picks: other.picks })
    await step(1000)
    receive(fieldMessage(8))
    await step(1000)
    const mornings = said.flatMap((response) => (response.kind === 'round-start' ? response.chances.win.length : []))
    expect([steps, mornings]).toEqual([steps, [other.size]])
  }
})
