import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { sendProblem } from '#server/platform/http/error-handler.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildUpdate } from '#test/support/build-update.ts'
import { readStream } from '#test/support/stream-reader.ts'
import { createLeaderboardHub, type LeaderboardHub } from './leaderboard-hub.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'
import { createLeaderboardStreams, type LeaderboardStreams } from './leaderboard-stream.ts'

const id = 7
const user = { id: 3, name: 'Pat', userName: 'pat@example.com', isAdmin: false, isPowerUser: false }
const noon = new Date('2026-04-09T12:00:00.000Z')
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

let rows: Map<number, StoredLeaderboard>
let hub: LeaderboardHub
let streams: LeaderboardStreams
let server: FastifyInstance
let url: string
/** The database responds when this resolves. */
let loaded: Promise<void>

beforeEach(async () => {
  rows = new Map()
  loaded = Promise.resolve()
  hub = createLeaderboardHub({
    async find(tournamentId) {
      await loaded
      return rows.get(tournamentId)
    },
    async save(tournamentId, stored) {
      rows.set(tournamentId, stored)
      return true
    },
    saveChecked: async () => {},
    publishToPeers: async () => {},
  })
  streams = createLeaderboardStreams(hub)
  server = Fastify({ forceCloseConnections: true })
  server.setErrorHandler(sendProblem)
  server.get('/', async (_request, reply) => {
    await streams.open(reply, id, { user, tokenExpiresAt: minutes(10), linkUsedAt: null, session: null })
    return reply
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  streams.close()
  await server.close()
})

const publish = (score: number) => hub.update(id, buildUpdate(buildFieldOf([score]), minutes(score + 20)))

async function listen() {
  const stream = await readStream(await fetch(url))
  return {
    ...stream,
    async nextVersion() {
      const event = await stream.next()
      return event && [event.event, leaderboardUpdate.parse(JSON.parse(event.data)).version]
    },
  }
}

describe('a stream', () => {
  it('opened before the first leaderboard announces it', async () => {
    const stream = await listen()
    await streams.sendHeartbeat(noon)
    await publish(-1)
    expect(await stream.nextVersion()).toEqual(['leaderboard', 1])
    await stream.close()
  })

  it('repeats the latest version at each heartbeat, as a check', async () => {
    await publish(-1)
    const stream = await listen()
    await streams.sendHeartbeat(noon)
    expect([await stream.nextVersion(), await stream.nextVersion()]).toEqual([
      ['leaderboard', 1],
      ['checked', 1],
    ])
    await stream.close()
  })

  it('carries a keep-alive comment between the events, which is not an event', async () => {
    await publish(-1)
    const response = await fetch(url)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    await streams.sendKeepAlive()
    expect((await reader?.read())?.value).toBe(':\n\n')
    await reader?.cancel()
  })

  it('ends when its token expires, and sends nothing afterwards', async () => {
    await publish(-1)
    const stream = await listen()
    expect(await stream.nextVersion()).toEqual(['leaderboard', 1])
    const ended = streams.sendHeartbeat(minutes(10))
    await Promise.all([publish(-2), ended])
    expect(hub.countListeners(id)).toBe(0)
    expect(await stream.next()).toBeUndefined()
  })

  it('ends when tokens of its user may have become invalid', async () => {
    await publish(-1)
    const stream = await listen()
    await stream.nextVersion()
    streams.endOf(user.id + 1)
    expect(hub.countListeners(id)).toBe(1)
    streams.endOf(user.id)
    expect(hub.countListeners(id)).toBe(0)
    expect(await stream.next()).toBeUndefined()
  })

  it('spreads the requests of a large audience', async () => {
    await publish(-1)
    for (let count = 0; count < 200; count += 1) hub.subscribe(id, () => {})
    const stream = await listen()
    await stream.next()
    await publish(-2)
    expect(leaderboardUpdate.parse(JSON.parse((await stream.next())?.data ?? '')).spreadMs).toBeGreaterThan(0)
    await stream.close()
  })

  it('is dropped when its client disconnects during the opening', async () => {
    const loading = Promise.withResolvers<void>()
    loaded = loading.promise
    const arrived = new Promise<{ closed: Promise<unknown> }>((resolve) => {
      server.server.once('request', (_request, response) => resolve({ closed: once(response, 'close') }))
    })
    const request: ClientRequest = get(url).on('error', () => {})
    const { closed } = await arrived
    request.destroy()
    await closed
    loading.resolve()
    await hub.findLatest(id)
    await streams.sendHeartbeat(noon)
    expect(hub.countListeners(id)).toBe(0)
  })

  it('opened while the server stops is refused with 503', async () => {
    const loading = Promise.withResolvers<void>()
    loaded = loading.promise
    const arrived = once(server.server, 'request')
    const response = fetch(url)
    await arrived
    streams.close()
    loading.resolve()
    expect((await response).status).toBe(503)
    expect((await response).headers.get('retry-after')).toBe('2')
  })
})
