import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { feedFaults } from './feed-faults.ts'
import type { LeaderboardBody } from './leaderboard-body.ts'
import type { PlayerSummaryBody } from './player-summary-body.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator-server.ts'

const running: Simulator[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()))
})

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options)
  running.push(simulator)
  return simulator
}

function leaderboardAddress({ url, eventId }: Simulator, event = eventId): string {
  return `${url}/leaderboard?league=pga&region=us&lang=en&event=${event}&showAirings=true`
}

function summaryAddress({ url, eventId }: Simulator, player: string): string {
  return `${url}/pga/leaderboard/${eventId}/playersummary?season=2026&player=${player}&_=1`
}

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  return response.json() as Promise<T> // the simulator's own type, over a real connection
}

async function readDetail(simulator: Simulator): Promise<string | undefined> {
  const body = await read<LeaderboardBody>(leaderboardAddress(simulator))
  return body.events[0]?.competitions[0]?.status.type.detail
}

async function post(simulator: Simulator, path: string): Promise<number> {
  return (await fetch(simulator.origin + path, { method: 'POST' })).status
}

test('the leaderboard and a golfer are served at the feed’s paths', async () => {
  const simulator = await start({ startAt: 'round-2-middle' })
  const body = await read<LeaderboardBody>(leaderboardAddress(simulator))
  expect(body.events[0]?.id).toBe(simulator.eventId)
  const [golfer] = simulator.listGolfers()
  const summary = await read<PlayerSummaryBody>(summaryAddress(simulator, golfer?.espnId ?? ''))
  expect(summary.profile.displayName).toBe(golfer?.name)
})

test('an unknown event or golfer is not found', async () => {
  const simulator = await start()
  expect((await fetch(leaderboardAddress(simulator, '401000000'))).status).toBe(404)
  expect((await fetch(summaryAddress(simulator, '1'))).status).toBe(404)
  expect((await fetch(`${simulator.url}/pga/leaderboard?event=${simulator.eventId}`)).status).toBe(404)
})

test('the response for an unknown event can also be an empty list', async () => {
  const simulator = await start({ unknownEvent: 'no-events' })
  expect(await read(leaderboardAddress(simulator, '401000000'))).toEqual({ events: [] })
})

test('the tournament does not advance without a pace', async () => {
  const simulator = await start()
  expect(await readDetail(simulator)).toBe('June 18 - 21')
  simulator.advanceTo('round-1-complete')
  expect(await readDetail(simulator)).toBe('Round 1 - Play Complete')
  simulator.advance(25)
  expect(await readDetail(simulator)).toBe('Round 2 - In Progress')
  simulator.setMinute(simulator.play.finalFrom)
  expect(await readDetail(simulator)).toBe('Final')
})

test('at a pace the tournament advances by itself, and a change of pace loses no minutes', async () => {
  let time = 0
  const simulator = await start({ startAt: 'round-2', pace: 5, now: () => time })
  const first = simulator.minute()
  time = 10_000
  expect(simulator.minute()).toBe(first + 50)
  simulator.setPace(60)
  time = 11_000
  expect(simulator.minute()).toBe(first + 110)
})

test('requests are counted by path', async () => {
  const simulator = await start()
  await read(leaderboardAddress(simulator))
  await read(leaderboardAddress(simulator))
  await fetch(summaryAddress(simulator, '1'))
  expect([...simulator.requests.counts]).toEqual([
    ['/leaderboard', 2],
    [`/pga/leaderboard/${simulator.eventId}/playersummary`, 1],
  ])
  expect(simulator.requests.addresses[0]).toContain('league=pga&region=us&lang=en')
  simulator.requests.clear()
  expect(simulator.requests.counts.size).toBe(0)
})

test('a stopped feed breaks the connection without a response', async () => {
  const simulator = await start()
  simulator.faults.set('stopped')
  await expect(fetch(leaderboardAddress(simulator))).rejects.toThrow()
  simulator.faults.set(null)
  expect(await readDetail(simulator)).toBe('June 18 - 21')
})

test('half a body announces the full length', async () => {
  const simulator = await start()
  simulator.faults.set('half-body')
  const response = await fetch(leaderboardAddress(simulator))
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow()
})

test('an HTML page has status 200', async () => {
  const simulator = await start()
  simulator.faults.set('html')
  const response = await fetch(leaderboardAddress(simulator))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain('<!doctype html>')
})

test('an error has the feed’s error body', async () => {
  const simulator = await start()
  simulator.faults.set('error-500')
  const response = await fetch(leaderboardAddress(simulator))
  expect([response.status, await response.json()]).toMatchObject([500, { code: 2404 }])
})

test('an older body is from an earlier minute', async () => {
  const simulator = await start({ startAt: 'round-2' })
  simulator.faults.set('older-body')
  expect(await readDetail(simulator)).toBe('Round 1 - In Progress')
})

test('an empty list and another event have status 200', async () => {
  const simulator = await start({ startAt: 'round-1-middle' })
  simulator.faults.set('empty-events')
  expect(await read(leaderboardAddress(simulator))).toEqual({ events: [] })
  simulator.faults.set('wrong-event')
  const body = await read<LeaderboardBody>(leaderboardAddress(simulator))
  expect(body.events.map(({ id }) => id)).not.toContain(simulator.eventId)
  const [golfer] = simulator.listGolfers()
  const summary = await read<PlayerSummaryBody>(summaryAddress(simulator, golfer?.espnId ?? ''))
  expect(summary.profile.id).not.toBe(golfer?.espnId)
})

test('a redirect leads to a working address, so that a client that follows it is detected', async () => {
  const simulator = await start()
  simulator.faults.set('redirect')
  const stays = await fetch(leaderboardAddress(simulator), { redirect: 'manual' })
  expect(stays.status).toBe(302)
  expect(simulator.requests.counts.get('/moved/leaderboard')).toBeUndefined()
  expect((await fetch(leaderboardAddress(simulator))).status).toBe(200)
  expect(simulator.requests.counts.get('/moved/leaderboard')).toBe(1)
})

test('a slow response arrives eventually', async () => {
  const simulator = await start({ slowMs: 5 })
  simulator.faults.set('slow')
  expect(await readDetail(simulator)).toBe('June 18 - 21')
})

test('closing does not wait for a slow response', async () => {
  const simulator = await startSimulator({ slowMs: 3_600_000 })
  simulator.faults.set('slow')
  const asked = new Promise((resolve) => request(leaderboardAddress(simulator)).on('error', resolve).end())
  while (simulator.requests.counts.size === 0) await new Promise(setImmediate)
  await simulator.close()
  expect(await asked).toBeInstanceOf(Error)
})

test('faults can be set and cleared over HTTP', async () => {
  const simulator = await start({ controls: true })
  for (const fault of feedFaults) {
    expect(await post(simulator, `/simulator/fault/${fault}`)).toBe(200)
    expect(simulator.faults.get()).toBe(fault)
  }
  expect(await post(simulator, '/simulator/fault/flood')).toBe(404)
  expect(await post(simulator, '/simulator/fault/none')).toBe(200)
  expect(simulator.faults.get()).toBeNull()
})

test('the tournament can be moved and inspected over HTTP', async () => {
  const simulator = await start({ controls: true })
  expect(await post(simulator, '/simulator/to/cut')).toBe(200)
  expect(await read(`${simulator.origin}/simulator`)).toMatchObject({
    phase: 'settled',
    period: 2,
    fault: null,
  })
  expect(await post(simulator, '/simulator/minute/-40')).toBe(200)
  expect(simulator.minute()).toBe(-40)
  expect(await post(simulator, '/simulator/pace/2')).toBe(200)
  expect(await post(simulator, '/simulator/pace/quick')).toBe(404)
  expect(await post(simulator, '/simulator/to/nowhere')).toBe(404)
})

test('without controls the tournament cannot be moved over HTTP', async () => {
  const simulator = await start()
  expect(await post(simulator, '/simulator/to/cut')).toBe(404)
  expect((await fetch(`${simulator.origin}/simulator`)).status).toBe(404)
})
