import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { feedImageOrigin } from '#contract/feed-images.ts'
import { createLog } from '#server/platform/log/log.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { createFeedImages } from './feed-images.ts'

/** A server of pictures, over real HTTP. */
const respond = new Map<string, (response: ServerResponse) => void>()
const requested: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  requested.push(path)
  const answer = respond.get(path)
  if (answer) answer(response)
  else response.writeHead(404).end()
})
let opened: Awaited<ReturnType<typeof openTestDatabase>>

beforeEach(async () => {
  respond.clear()
  requested.length = 0
  opened = await openTestDatabase(sqlite)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await opened.remove()
})

function openImages(limits: { deadlineMs?: number; maxBytes?: number } = {}) {
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { db } = opened.database
  return createFeedImages({ db, log: createLog('silent'), now: () => new Date(), origin, userAgent: 'test', ...limits })
}

function serve(path: string, body: string | Buffer, headers: Record<string, string> = { 'content-type': 'image/png' }) {
  respond.set(path, (response) => response.writeHead(200, headers).end(body))
}

test('however many people view a picture, it is fetched once', async () => {
  const images = openImages()
  serve('/i/usa.png?w=40', 'stripes')
  await images.remember([`${feedImageOrigin}/i/usa.png?w=40`, null])
  const found = await Promise.all(Array.from({ length: 100 }, () => images.find('/i/usa.png?w=40')))
  expect(new Set(found.map((image) => `${image?.type} ${image?.bytes} ${image?.etag}`)).size).toBe(1)
  expect(found[0]).toMatchObject({
    type: 'image/png',
    bytes: Buffer.from('stripes'),
    etag: expect.stringMatching(/^"/),
  })
  await images.find('/i/usa.png?w=40')
  expect(requested).toEqual(['/i/usa.png?w=40'])
})

test('what the feed has never named is never requested', async () => {
  const images = openImages()
  serve('/i/other.png', 'secret')
  await images.remember([
    `${feedImageOrigin}/i/usa.png`,
    'https://evil.example/i/other.png',
    `${feedImageOrigin}@evil/`,
  ])
  for (const path of ['/i/other.png', '/i/usa.png/../other.png', '//evil.example/x', '@evil/', '/i/usa.png#x'])
    expect(await images.find(path), path).toBeUndefined()
  expect(requested).toEqual([])
})

test('another process knows what the feed has named', async () => {
  await openImages().remember([`${feedImageOrigin}/i/usa.png`])
  serve('/i/usa.png', 'stripes')
  expect((await openImages().find('/i/usa.png'))?.bytes.toString()).toBe('stripes')
})

test('a missing picture is not requested again at every click', async () => {
  const images = openImages()
  await images.remember([`${feedImageOrigin}/i/new.png`])
  for (let index = 0; index < 3; index += 1) expect(await images.find('/i/new.png')).toBeUndefined()
  expect(requested).toEqual(['/i/new.png'])
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an SVG, which may contain script', (to) => to.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')],
  ['a page', (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
  ['no type', (to) => to.writeHead(200).end('x')],
  ['a redirect', (to) => to.writeHead(302, { location: 'http://127.0.0.1/', 'content-type': 'image/png' }).end()],
  ['a redirect to a known picture', (to) => to.writeHead(301, { location: '/i/usa.png' }).end()],
  ['too much', (to) => to.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(2001))],
  [
    'half of it',
    (to) => to.writeHead(200, { 'content-type': 'image/png', 'content-length': 9 }).write('x', () => to.destroy()),
  ],
  ['nothing', () => {}],
])('%s is not passed on', async (_, answer) => {
  const images = openImages({ maxBytes: 2000, deadlineMs: 2000 })
  serve('/i/usa.png', 'stripes')
  respond.set('/i/odd.png', answer)
  await images.remember([`${feedImageOrigin}/i/odd.png`])
  expect(await images.find('/i/odd.png')).toBeUndefined()
  expect(requested).toEqual(['/i/odd.png'])
})
