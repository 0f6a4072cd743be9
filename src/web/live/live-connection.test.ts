import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { feedCheckedHeader } from '#contract/paths.ts'
import { feedSource } from '#domain/field/field.ts'
import { buildEvent, buildField } from '#test/support/build-field.ts'
import { createApiClient } from '#web/api/api-client.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { type CachedLeaderboard, createLiveConnection, refreshIntervalMs } from './live-connection.ts'

const minute = refreshIntervalMs
const path = '/api/leaderboard/7'

// The connection imports it when it is needed, which takes real time.
beforeAll(() => import('./leaderboard-stream.ts'))
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a live connection', () => {
  it('has the scores and the time of the last feed poll after the first response', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    expect(connection.getSnapshot()).toMatchObject({
      leaderboard: { version: 1 },
      feedChecked: '2026-04-09T12:00:00.000Z',
      failure: null,
    })
  })

  it('refreshes every minute with its ETag and keeps its scores on a 304', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    const before = connection.getSnapshot().leaderboard
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(world.requests.map((request) => request.ifNoneMatch)).toEqual([null, '"1"', '"1"', '"1"'])
    expect(connection.getSnapshot().leaderboard).toBe(before)
  })

  it('fetches a new version as soon as the stream announces it', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.announce(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 2 }, connection: 'live' })
  })

  it('waits a random share of the time over which the server spreads its viewers', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.announce(2, { spreadMs: 800 })
    await vi.advanceTimersByTimeAsync(399)
    expect(connection.getSnapshot().leaderboard?.version).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(connection.getSnapshot().leaderboard?.version).toBe(2)
  })

  it('takes the time of the last feed poll from the heartbeat, without a request', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.heartbeat('2026-04-09T12:00:30.000Z')
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot().feedChecked).toBe('2026-04-09T12:00:30.000Z')
    expect(world.requests).toHaveLength(1)
  })

  it('refreshes again when the response is older than a version announced during the request', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.hold = true
    world.announce(2)
    await vi.advanceTimersByTimeAsync(0)
    world.announce(3)
    await vi.advanceTimersByTimeAsync(0)
    world.hold = false
    world.releaseHeld()
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot().leaderboard?.version).toBe(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(connection.getSnapshot().leaderboard?.version).toBe(3)
  })

  it('never replaces newer scores with older ones', async () => {
    const world = createWorld()
    world.version = 5
    const { connection } = await open(world)
    world.version = 4
    await vi.advanceTimersByTimeAsync(minute)
    expect(world.requests).toHaveLength(2)
    expect(connection.getSnapshot().leaderboard?.version).toBe(5)
  })

  it('ignores the response to an aborted request, however late it arrives', async () => {
    const world = createWorld()
    world.ignoresAbort = true
    const { connection } = await open(world)
    world.hold = true
    await vi.advanceTimersByTimeAsync(minute)
    world.hold = false
    world.version = 3
    connection.refresh()
    await vi.advanceTimersByTimeAsync(0)
    world.version = 9
    world.releaseHeld()
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot().leaderboard?.version).toBe(3)
  })

  it('reconnects the stream with a backoff of at most a minute', async () => {
    const world = createWorld()
    await open(world)
    world.streamStatus = 503
    world.endStream()
    const opened: number[] = []
    for (let passed = 0; passed < 300; passed += 1) {
      const before = world.streamsOpened
      await vi.advanceTimersByTimeAsync(1_000)
      if (world.streamsOpened > before) opened.push(passed)
    }
    const gaps = opened.slice(1).map((at, index) => at - (opened[index] ?? 0))
    expect(gaps.slice(0, 4)).toEqual([...gaps.slice(0, 4)].sort((a, b) => a - b))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(61)
    expect(opened.length).toBeGreaterThan(6)
  })

  it('reports within 10 seconds that a silent connection is lost, and reconnects', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connection.getSnapshot().connection).toBe('live')
    world.hang()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, connection: 'offline' })
    world.recover()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(connection.getSnapshot()).toMatchObject({ connection: 'live', failure: null })
  })

  it('reports within 10 seconds that the server is down, directly and behind a proxy', async () => {
    for (const fault of ['no connection', 'status 502'] as const) {
      const world = createWorld()
      const { connection, leave } = await open(world)
      if (fault === 'no connection') world.isDown = true
      else world.streamStatus = 502
      world.hold = true
      world.endStream()
      await vi.advanceTimersByTimeAsync(2_000)
      expect([fault, connection.getSnapshot().connection]).toEqual([fault, 'offline'])
      leave()
    }
  })

  it('reports within 10 seconds that the server is down if the new connection gets no response', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.hang()
    world.endStream()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(connection.getSnapshot().connection).toBe('offline')
  })

  it('survives a restart of the server without reporting a lost connection', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    const seen = new Set<string>()
    connection.subscribe(() => seen.add(connection.getSnapshot().connection))
    world.endStream()
    await vi.advanceTimersByTimeAsync(30_000)
    expect([...seen]).toEqual(['polling', 'live'])
    expect(world.requests).toHaveLength(1)
  })

  it('refreshes once more when only streams are blocked, and then every minute', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.streamStatus = 503
    world.endStream()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(connection.getSnapshot().connection).toBe('polling')
    expect(world.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(connection.getSnapshot().connection).toBe('polling')
    expect(world.requests).toHaveLength(7)
  })

  it('keeps the last scores while the server cannot be reached, and recovers automatically', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.isDown = true
    world.endStream()
    await vi.advanceTimersByTimeAsync(minute)
    expect(connection.getSnapshot()).toMatchObject({
      leaderboard: { version: 1 },
      connection: 'offline',
      failure: { code: 'offline' },
    })
    world.isDown = false
    world.version = 2
    await vi.advanceTimersByTimeAsync(2 * minute)
    expect(connection.getSnapshot()).toMatchObject({
      leaderboard: { version: 2 },
      connection: 'live',
      failure: null,
    })
  })

  it('aborts a request without a response after 20 seconds', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.hold = true
    await vi.advanceTimersByTimeAsync(minute + 20_000)
    expect(connection.getSnapshot()).toMatchObject({ connection: 'offline', failure: { code: 'offline' } })
  })

  it('waits for the first scores: "not found" does not count as offline', async () => {
    const world = createWorld()
    world.version = 0
    const { connection } = await open(world)
    expect(connection.getSnapshot()).toMatchObject({
      leaderboard: null,
      connection: 'live',
      failure: { code: 'not-found' },
    })
    world.announce(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, failure: null })
  })

  it('closes the stream while the page is hidden, and refreshes as soon as it is shown again', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.setPage({ isVisible: false })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connection.getSnapshot().connection).toBe('polling')
    expect(world.requests).toHaveLength(1)
    world.version = 2
    world.setPage({ isVisible: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 2 }, connection: 'live' })
  })

  it('keeps refreshing every minute while the page is hidden, for the tab title', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.setPage({ isVisible: false })
    world.version = 2
    await vi.advanceTimersByTimeAsync(minute)
    expect(connection.getSnapshot().leaderboard?.version).toBe(2)
    expect(world.streamsOpened).toBe(1)
  })

  it('is offline without a network, and refreshes as soon as the network is back', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.setPage({ isOnline: false })
    expect(connection.getSnapshot().connection).toBe('offline')
    world.version = 2
    world.setPage({ isOnline: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 2 }, connection: 'live' })
  })

  it('stops once the event is completed', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.event = { completed: true }
    world.announce(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 2 }, connection: 'stopped' })
    const before = world.requests.length + world.streamsOpened
    await vi.advanceTimersByTimeAsync(10 * minute)
    world.setPage({ isVisible: false })
    world.setPage({ isVisible: true })
    await vi.advanceTimersByTimeAsync(minute)
    expect(world.requests.length + world.streamsOpened).toBe(before)
  })

  it('fetches an inactive tournament once', async () => {
    const world = createWorld()
    const { connection } = await open(world, { isActive: false })
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, connection: 'stopped' })
    expect(world.requests).toHaveLength(1)
    expect(world.streamsOpened).toBe(0)
  })

  it('retries an inactive tournament until it gets a response', async () => {
    const world = createWorld()
    world.isDown = true
    const { connection } = await open(world, { isActive: false })
    expect(connection.getSnapshot().connection).toBe('offline')
    world.isDown = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, connection: 'stopped' })
  })

  it('stops when the last subscriber leaves', async () => {
    const world = createWorld()
    const { leave } = await open(world)
    leave()
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(world.requests).toHaveLength(1)
    expect(world.openStreams()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('starts with the cached scores of an earlier connection', async () => {
    const world = createWorld()
    let cached: CachedLeaderboard | undefined
    const cache = {
      read: () => cached,
      write: (next: CachedLeaderboard) => {
        cached = next
      },
    }
    const first = await open(world, { cache })
    first.leave()
    const second = create(world, { cache })
    expect(second.getSnapshot().leaderboard?.version).toBe(1)
    second.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(world.requests.at(-1)?.ifNoneMatch).toBe('"1"')
  })

  it('takes the response to a request that was sent before, and asks again if that failed', async () => {
    const world = createWorld()
    const headers = new Headers({ [feedCheckedHeader]: '2026-04-09T11:59:00.000Z' })
    const response = { status: 'new', body: buildLeaderboard(1), etag: '"1"', headers } as const
    const first = await open(world, { takeEarly: () => Promise.resolve(response) })
    expect(first.connection.getSnapshot()).toMatchObject({
      leaderboard: { version: 1 },
      feedChecked: '2026-04-09T11:59:00.000Z',
    })
    expect(world.requests).toHaveLength(0)
    const takeEarly = vi
      .fn()
      .mockReturnValue(undefined)
      .mockReturnValueOnce(Promise.reject(new ApiProblem('offline')))
    const second = await open(world, { takeEarly })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(second.connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, failure: null })
    expect(world.requests).toHaveLength(1)
  })

  it('ignores messages of an unknown shape', async () => {
    const world = createWorld()
    const { connection } = await open(world)
    world.write('event: leaderboard\ndata: {"version":"many"}\n\nevent: weather\ndata: rain\n\n')
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, connection: 'live' })
  })
})

test.each([
  ['in two parts', ['event: leaderboard\ndata: {"vers', 'ion":2,"feedChecked":null,"spreadMs":0}\n\n']],
  ['with other line ends', ['data: {"version":2,"feedChecked":null,"spreadMs":0}\r\n\r\n']],
  ['with two lines of data', ['data: {"version":2,\ndata: "feedChecked":null,"spreadMs":0}\n\n']],
])('a message that arrives %s is read', async (_how, parts) => {
  const world = createWorld()
  const { connection } = await open(world)
  world.version = 2
  for (const part of parts) world.write(part)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.getSnapshot().leaderboard?.version).toBe(2)
})

test('a stream whose message does not end is closed, and opened again', async () => {
  const world = createWorld()
  const { connection } = await open(world)
  world.write(`data: ${'x'.repeat(70_000)}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.getSnapshot().connection).toBe('polling')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([connection.getSnapshot().connection, world.streamsOpened]).toEqual(['live', 2])
})

describe('a live connection with a delay', () => {
  const delayMs = 45_000
  const version = (connection: ReturnType<typeof create>) => connection.getSnapshot().leaderboard?.version

  it('shows each version once it is that old, in order, also after “Refresh now”', async () => {
    const world = createWorld()
    const opened = Date.now()
    world.publishedAt = opened - delayMs
    const { connection } = await open(world, { delayMs })
    expect(version(connection)).toBe(1)
    world.publishedAt = opened
    world.announce(2)
    await vi.advanceTimersByTimeAsync(20_000)
    world.publishedAt = opened + 20_000
    world.announce(3)
    await vi.advanceTimersByTimeAsync(24_999)
    connection.refresh()
    await vi.advanceTimersByTimeAsync(0)
    expect(version(connection)).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(version(connection)).toBe(2)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(version(connection)).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(version(connection)).toBe(3)
  })

  it('begins with the last recorded version that is old enough, or the first, and goes on with the next ones', async () => {
    const world = createWorld()
    world.version = 9
    const asked: number[] = []
    const findPast = async (time: number) => {
      asked.push(time - Date.now())
      return [buildLeaderboard(7), buildLeaderboard(8, {}, Date.now() - 30_000)]
    }
    const { connection } = await open(world, { delayMs, findPast })
    expect([version(connection), asked]).toEqual([7, [-delayMs]])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(version(connection)).toBe(8)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(version(connection)).toBe(9)
    const fresh = await open(world, { delayMs, findPast: async () => [buildLeaderboard(9, {}, Date.now())] })
    expect(version(fresh.connection)).toBe(9)
  })

  it('shows nothing rather than too much if nothing is recorded, and ends with the final scores', async () => {
    const world = createWorld()
    world.event = { completed: true }
    const { connection } = await open(world, { delayMs, findPast: () => Promise.reject(new Error('offline')) })
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: null, failure: null })
    await vi.advanceTimersByTimeAsync(minute)
    expect(connection.getSnapshot()).toMatchObject({ leaderboard: { version: 1 }, connection: 'stopped' })
  })

  it('never goes back when it is turned on, and shows the newest at once when it is turned off', async () => {
    const world = createWorld()
    world.version = 5
    let cached: CachedLeaderboard | undefined
    const cache = { read: () => cached, write: (next: CachedLeaderboard) => (cached = next) }
    const { leave } = await open(world, { cache })
    leave()
    world.version = 6
    const findPast = async () => [buildLeaderboard(3)]
    const delayed = await open(world, { cache, delayMs, findPast })
    expect(version(delayed.connection)).toBe(5)
    delayed.leave()
    const { connection } = await open(world, { cache })
    expect(version(connection)).toBe(6)
    await vi.advanceTimersByTimeAsync(delayMs)
    expect(cached?.leaderboard.version).toBe(6)
  })
})

type Choices = Partial<Pick<Parameters<typeof createLiveConnection>[0], 'delayMs' | 'findPast' | 'takeEarly'>> & {
  isActive?: boolean
  cache?: Parameters<typeof createLiveConnection>[0]['cache']
}
type World = ReturnType<typeof createWorld>

function create(world: World, { isActive = true, cache, ...delay }: Choices = {}) {
  return createLiveConnection({
    client: world.client,
    tournamentId: 7,
    isActive,
    environment: world.environment,
    ...(cache && { cache }),
    ...delay,
  })
}

async function open(world: World, choices?: Choices) {
  const connection = create(world, choices)
  const leave = connection.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return { connection, leave }
}

/** A stub of the server, behind `fetch`, and of the page. */
function createWorld() {
  const encoder = new TextEncoder()
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const page = { isVisible: true, isOnline: true }
  const pageListeners = new Set<() => void>()
  const held: (() => void)[] = []
  const world = {
    version: 1,
    publishedAt: Date.now(),
    event: {} as { completed?: boolean },
    requests: [] as { ifNoneMatch: string | null }[],
    streamsOpened: 0,
    streamStatus: 200,
    isDown: false,
    /** Responses wait until they are released or aborted. */
    hold: false,
    isHanging: false,
    ignoresAbort: false,
    openStreams: () => streams.size,
    write: (text: string) => {
      for (const stream of streams) stream.enqueue(encoder.encode(text))
    },
    announce: (version: number, { spreadMs = 0 } = {}) => {
      world.version = version
      world.write(toEvent('leaderboard', { version, feedChecked: '2026-04-09T12:00:00.000Z', spreadMs }))
    },
    /** From now on the network silently drops everything. */
    hang: () => {
      world.hold = true
      world.isHanging = true
    },
    recover: () => {
      world.hold = false
      world.isHanging = false
    },
    heartbeat: (feedChecked: string) =>
      world.write(toEvent('checked', { version: world.version, feedChecked, spreadMs: 0 })),
    endStream: () => {
      for (const stream of streams) stream.close()
      streams.clear()
    },
    releaseHeld: () => {
      for (const release of held.splice(0)) release()
    },
    setPage: (change: Partial<typeof page>) => {
      Object.assign(page, change)
      for (const listener of pageListeners) listener()
    },
    environment: {
      now: () => Date.now(),
      random: () => 0.5,
      after: (ms: number, action: () => void) => {
        const timer = setTimeout(action, ms)
        return () => clearTimeout(timer)
      },
      isVisible: () => page.isVisible,
      isOnline: () => page.isOnline,
      onChange: (listener: () => void) => {
        pageListeners.add(listener)
        return () => void pageListeners.delete(listener)
      },
    },
    client: createApiClient({ getAccessToken: async () => 'token', onUnauthorized: async () => undefined }),
  }
  vi.stubGlobal('location', { origin: 'https://pool.example' })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', serve)

  async function serve(address: string, { signal, headers }: RequestInit): Promise<Response> {
    if (world.isDown) throw new TypeError('no network')
    if (address === `${path}/stream`) {
      if (world.isHanging) return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject))
      return serveStream(signal ?? undefined)
    }
    world.requests.push({ ifNoneMatch: new Headers(headers).get('If-None-Match') })
    const { version } = world
    if (world.hold)
      await new Promise<void>((resolve, reject) => {
        held.push(resolve)
        if (!world.ignoresAbort) signal?.addEventListener('abort', () => reject(signal.reason))
      })
    if (version === 0) return new Response('{}', { status: 404 })
    const known = new Headers(headers).get('If-None-Match')
    const responseHeaders = { ETag: `"${version}"`, [feedCheckedHeader]: '2026-04-09T12:00:00.000Z' }
    if (known === `"${version}"`) return new Response(null, { status: 304, headers: responseHeaders })
    const body = buildLeaderboard(version, world.event, world.publishedAt)
    return new Response(JSON.stringify(body), { headers: responseHeaders })
  }

  function serveStream(signal: AbortSignal | undefined): Response {
    world.streamsOpened += 1
    if (world.streamStatus !== 200) return new Response('{}', { status: world.streamStatus })
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.add(controller)
        const beats = setInterval(() => {
          if (!streams.has(controller)) clearInterval(beats)
          else if (!world.isHanging) controller.enqueue(encoder.encode(':\n\n'))
        }, 4_000)
        signal?.addEventListener('abort', () => {
          clearInterval(beats)
          if (streams.delete(controller)) controller.error(signal.reason)
        })
        const latest = { version: world.version, feedChecked: null, spreadMs: 0 }
        controller.enqueue(encoder.encode(world.version === 0 ? ': waiting\n\n' : toEvent('leaderboard', latest)))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  return world
}

function toEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function buildLeaderboard(version: number, event: { completed?: boolean } = {}, publishedAt = 0): Leaderboard {
  const field = buildField({ event: buildEvent(event) })
  return {
    ...field,
    golfersScores: [...field.golfersScores],
    version,
    timeStamp: new Date(publishedAt).toISOString(),
    stale: null,
    source: feedSource,
  }
}
