import { EventEmitter, once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { playTournament } from '#simulator/tournament-play.ts'

type Body = ReturnType<typeof toLeaderboardBody>
type Send = (response: ServerResponse, body: Body) => void

const json = { 'content-type': 'application/json' }
const mebibyte = 2 ** 20

function sendText(text: string, headers: Record<string, string> = json, status = 200): Send {
  return (response) => void response.writeHead(status, headers).end(text)
}

/** Sends a changed copy of the body. */
function sendChanged(change: (body: Body) => unknown): Send {
  return (response, body) => void response.writeHead(200, json).end(JSON.stringify(change(body)))
}

type Competition = Body['events'][number]['competitions'][number]

function changeCompetition(change: (competition: Competition) => object): Send {
  return sendChanged((body) => ({
    events: body.events.map((event) => ({ ...event, competitions: event.competitions.map(change) })),
  }))
}

function changeGolfers(change: (golfer: Competition['competitors'][number]) => object | null): Send {
  return changeCompetition((competition) => ({ ...competition, competitors: competition.competitors.map(change) }))
}

function dripSlowly(response: ServerResponse): void {
  response.writeHead(200, json)
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}

/** Responses that leave the last scores on the board, marked stale. */
export const failures: Record<string, Send> = {
  'connection reset': (response) => response.socket?.resetAndDestroy(),
  'cut off': (response, body) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { ...json, 'content-length': text.length }).write(text.slice(0, text.length / 2))
    setImmediate(() => response.destroy())
  },
  'status 500': sendText('{"code":2404,"detail":"http error: not found"}', json, 500),
  'status 502': sendText('', {}, 502),
  'status 429': sendText('', { 'retry-after': '1' }, 429),
  'status 204': sendText('', json, 204),
  'a web page': sendText('<p>Busy</p>', { 'content-type': 'text/html' }),
  'another content type': (response, body) => void response.writeHead(200).end(JSON.stringify(body)),
  'a redirect to an inner address': sendText('', { location: 'http://127.0.0.1:1/' }, 302),
  'invalid JSON': sendText('{"events":[{"score":NaN}]}'),
  'deep JSON': sendText('['.repeat(mebibyte)),
  'an error as JSON': sendText('{"code":404,"message":"Not Found"}'),
  'another type': sendText('"busy"'),
  '50 MiB': (response) => void response.writeHead(200, json).end(Buffer.alloc(50 * mebibyte, ' ')),
  'a decompression bomb': (response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * mebibyte, ' ')))
  },
  'broken compression': sendText('{"events":[]}', { ...json, 'content-encoding': 'gzip' }),
  'no event': sendText('{"events":[]}'),
  'another event': sendChanged(({ events }) => ({ events: events.map((event) => ({ ...event, id: '400000001' })) })),
  'only the id': sendChanged(({ events }) => ({ events: events.map(({ id }) => ({ id })) })),
  'no golfers': changeCompetition((competition) => ({ ...competition, competitors: [] })),
  'renamed fields': changeCompetition(({ competitors, ...rest }) => ({ ...rest, players: competitors })),
  'few golfers': changeCompetition((rest) => ({ ...rest, competitors: rest.competitors.slice(0, 20) })),
  'no rounds': changeGolfers((golfer) => ({ ...golfer, linescores: null })),
  'impossible strokes': changeGolfers((golfer) => ({
    ...golfer,
    linescores: golfer.linescores.map((line) => ({ ...line, value: 'NaN' })),
  })),
  'golfers without a status': changeGolfers((golfer) => ({ ...golfer, status: {} })),
  'golfers without ids': changeGolfers(() => null),
  'team scoring': sendChanged(({ events }) => ({
    events: events.map((event) => ({ ...event, tournament: { scoringSystem: { name: 'Teamstroke' } } })),
  })),
}

/** The same, but each response takes the whole deadline of three seconds. */
export const slowFailures: Record<string, Send> = {
  'no response': () => {},
  'no body': (response) => response.writeHead(200, json).flushHeaders(),
  'a slow body': dripSlowly,
}

/** Faulty responses from which the scores are still read. */
export const toleratedFaults: Record<string, Send> = {
  'each golfer twice': changeCompetition((rest) => ({
    ...rest,
    competitors: [...rest.competitors, ...rest.competitors],
  })),
  'no score to par': changeGolfers((golfer) => ({ ...golfer, statistics: null })),
  'no status of the event': changeCompetition(({ status: _status, ...rest }) => rest),
  'unknown fields': changeGolfers((golfer) => ({ ...golfer, news: { text: 'x'.repeat(100) } })),
}

export type FaultyFeed = {
  /** The value for FEED_URL. */
  readonly url: string
  readonly eventId: string
  /** Advances the tournament. */
  advance(minutes: number): void
  /** Responds like this from now on; without an argument, correctly. */
  respondWith(send?: Send): void
  /** Refuses connections until `listen`. */
  refuse(): Promise<void>
  listen(): Promise<void>
  /** Resolves when the next request for the leaderboard arrives. */
  nextRequest(): Promise<unknown>
  /** When each request for the leaderboard arrived, in milliseconds. */
  readonly requestTimes: readonly number[]
  close(): Promise<void>
}

/** A feed of the simulated tournament that `openTestPool` uses, with every fault that we could think of. */
export async function startFaultyFeed(): Promise<FaultyFeed> {
  const play = playTournament('test')
  const sendBody = sendChanged((body) => body)
  const requests = new EventEmitter()
  const requestTimes: number[] = []
  let minute = minuteOf(play, 'round-2-middle')
  let send = sendBody

  function open(port: number): Server {
    return createServer((_request, response) => {
      requestTimes.push(performance.now())
      requests.emit('request')
      send(response, toLeaderboardBody(play, minute))
    }).listen(port, '127.0.0.1')
  }
  let server = open(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function stop(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    eventId: play.plan.eventId,
    advance: (minutes) => {
      minute += minutes
    },
    respondWith: (next = sendBody) => {
      send = next
    },
    refuse: stop,
    async listen() {
      server = open(port)
      await once(server, 'listening')
    },
    nextRequest: () => once(requests, 'request'),
    requestTimes,
    close: stop,
  }
}
