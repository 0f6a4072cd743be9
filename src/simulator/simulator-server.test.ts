import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { feedFaults } from './feed-faults.ts'
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

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  return response.json() as Promise<T> // the simulator's own type, over a real connection
}

async function post(simulator: Simulator, path: string): Promise<number> {
  return (await fetch(simulator.origin + path, { method: 'POST' })).status
}

test('at a pace the tournament advances by itself, and a change of pace loses no minutes', async () => {
  let time = 0
  const simulator = await start({ startAt: 'round-2', now: () => time })
  simulator.setPace(5)
  const first = simulator.minute()
  time = 10_000
  expect(simulator.minute()).toBe(first + 50)
  simulator.setPace(60)
  time = 11_000
  expect(simulator.minute()).toBe(first + 110)
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
  const simulator = await start()
  for (const fault of feedFaults) {
    expect(await post(simulator, `/simulator/fault/${fault}`)).toBe(200)
    expect(simulator.faults.get()).toBe(fault)
  }
  expect(await post(simulator, '/simulator/fault/flood')).toBe(404)
  expect(await post(simulator, '/simulator/fault/none')).toBe(200)
  expect(simulator.faults.get()).toBeNull()
})

test('the tournament can be moved and inspected over HTTP', async () => {
  const simulator = await start()
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
