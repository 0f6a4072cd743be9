import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import { buildScoredGolfer, buildScores } from '#test/support/build-scores.ts'
import { type DocumentServer, startDocumentServer } from '#test/support/document-server.ts'
import { createDocumentSource } from './document-source.ts'
import { FeedError } from './feed-error.ts'
import type { EventSource } from './score-source.ts'

const golfers = ['Ann Arbor', 'Bea Bunker', 'Cleo Club', 'Dee Driver'].map((name, index) =>
  buildScoredGolfer({ id: String(index + 1), name, rounds: [70] }),
)
const [ann, bea] = golfers
if (!ann || !bea) throw new Error('unreachable')
const valid = buildScores({}, golfers)
const token = 'a-token-of-the-source'
let server: DocumentServer
let source: EventSource

beforeAll(async () => {
  server = await startDocumentServer()
  const now = () => new Date('2026-06-05T18:01:00.000Z')
  source = createDocumentSource({ url: server.url, token, userAgent: 'pool/1 (+https://pool.example)', now })
})
afterAll(() => server.close())
beforeEach(() => {
  server.serve(valid)
  server.received.length = 0
})

const read = () => source.getScores({ id: 1, espnId: '4018' }, null)

async function refusal(getScores: () => Promise<unknown> = read): Promise<FeedError> {
  const error = await getScores().catch((reason: unknown) => reason)
  if (!(error instanceof FeedError)) throw new Error('nothing was refused')
  return error
}

it('asks for the event with the token, and says who asks', async () => {
  expect(await read()).toMatchObject({
    field: { event: { name: 'Spring Open' } },
    asOf: new Date('2026-06-05T18:00:00Z'),
    source: { kind: 'document' },
  })
  expect(server.received).toMatchObject([
    {
      path: '/scores/4018?key=secret',
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'pool/1 (+https://pool.example)' },
    },
  ])
})

it('knows the event, its first tee time and its golfers before the start', async () => {
  const teeTimes = ['2026-06-04T12:10:00Z', '2026-06-04T11:50:00.000Z']
  const field = golfers.map((golfer, index) => ({ ...golfer, rounds: [], teeTime: teeTimes[index] ?? null }))
  server.serve(
    buildScores({ round: 0, status: 'scheduled' }, [
      ...field.slice(0, 3),
      { ...bea, id: '9', name: 'Out', status: 'withdrawn', rounds: [] },
    ]),
  )
  expect(await source.findEvent('4018')).toMatchObject({
    summary: { name: 'Spring Open', season: 2026, firstTeeTime: '2026-06-04T11:50:00.000Z' },
    golfers: [{ espnId: '1', out: null }, { espnId: '2' }, { espnId: '3' }, { espnId: '9', out: 'WD' }],
  })
})

it('has room for 400 golfers, indented', async () => {
  const toLetters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const many = Array.from({ length: 400 }, (_, index) => ({
    ...buildScoredGolfer({
      id: String(100_000 + index),
      name: `Maximiliana van der ${toLetters(index)}`,
      rounds: [70, 71, 72, 73],
    }),
    teeTime: '2026-06-04T12:10:00Z',
  }))
  const body = JSON.stringify(buildScores({ round: 4 }, many), null, 4)
  server.answer((_, response) => response.writeHead(200, json).end(body))
  expect((await source.getScores({ id: 1, espnId: '4018' }, null)).field.golfersScores).toHaveLength(400)
})

const json = { 'content-type': 'application/json' }

it.each<[string, Parameters<DocumentServer['answer']>[0], Partial<FeedError>]>([
  [
    'no JSON',
    (_, response) => response.writeHead(200, json).end('{"event": '),
    { reason: 'not-json', message: 'The response from the source of scores is not valid JSON.' },
  ],
  [
    'a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    { reason: 'not-json', message: 'The source of scores returned a response that is not JSON.' },
  ],
  [
    'more than 4 MiB',
    (_, response) => response.writeHead(200, json).end(`${'['.repeat(2 ** 17)}1${']'.repeat(2 ** 17)}`),
    { reason: 'too-large', message: 'The response from the source of scores is larger than 262144 bytes.' },
  ],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    { reason: 'redirect', message: 'The source of scores returned a redirect, which is not followed.' },
  ],
  [
    'a refusal',
    (_, response) => response.writeHead(401).end(),
    { status: 401, message: 'The source of scores refuses the requests of this server (status 401).' },
  ],
  [
    'another event',
    (_, response) => response.writeHead(200, json).end(JSON.stringify(buildScores({ id: '4019' }, golfers))),
    { reason: 'unknown-event', message: 'The source of scores returned event 4019 instead of 4018.' },
  ],
])('a response with %s is refused with a sentence', async (_what, answer, expected) => {
  server.answer(answer)
  expect(await refusal()).toMatchObject(expected)
})

it.each<[string, object]>([
  ['Row 2 (Bea Bunker): thru is wrong (Invalid input: expected number, received string).', { thru: '9' }],
  ['Row 2 (Bea Bunker): round 1 is wrong (Invalid input: expected number, received string).', { rounds: ['70'] }],
  ['Row 2 (Bea Bunker): id is wrong (must be digits only).', { id: 'uuid' }],
  ['Row 2 (Bea Bunker): id is listed twice.', { id: '1' }],
  ['Row 2 (Bea Bunker): round 1 must be 50 to 120 strokes, not 12.', { rounds: [12] }],
  [
    'Row 2 (Bea Bunker): thru must be 1 to 17, not 19; after hole 18 the round has strokes.',
    { rounds: [], thru: 19, today: 0 },
  ],
  ['Row 2 (Bea Bunker): teeTime is later than these scores.', { teeTime: '2026-06-05T18:00:01Z' }],
])('a wrong row is named: %s', async (sentence, change) => {
  server.serve({ ...valid, golfers: [ann, { ...bea, ...change }] })
  expect((await refusal()).message).toBe(`The source of scores has wrong scores. ${sentence}`)
  // An organiser who checks the id learns it too.
  expect((await refusal(() => source.findEvent('4018'))).message).toContain(sentence)
})

it.each<[string, unknown]>([
  ['The scores: document is wrong (Invalid input: expected object, received array).', []],
  ['Row 1 (?): row is wrong (Invalid input: expected object, received null).', { ...valid, golfers: [null] }],
  [
    'The scores: par is wrong (Too small: expected number to be >=54).',
    { ...valid, event: { ...valid.event, par: 3 } },
  ],
  ['The scores: round does not fit the status "scheduled".', buildScores({ status: 'scheduled' }, golfers)],
  ['The scores: updated is later than this server’s clock.', buildScores({ updated: '2026-06-05T18:07:00Z' }, golfers)],
])('so is a field of the event: %s', async (sentence, document) => {
  server.serve(JSON.stringify(document))
  expect((await refusal()).message).toBe(`The source of scores has wrong scores. ${sentence}`)
})

it('neither the token nor the address is in an error that is logged', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const closed = createDocumentSource({
    url: 'http://127.0.0.1:9/{event}?key=secret',
    token,
    userAgent: 'pool',
    now: () => new Date(),
  })
  log.warn({ err: await refusal(() => closed.findEvent('4018')) }, 'failed')
  server.answer((_, response) => response.writeHead(403).end(token))
  log.warn({ err: await refusal() }, 'failed')
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toMatch(/secret|a-token/)
})
