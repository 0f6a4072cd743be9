import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { createUpdateNotice, isNewer } from './update-notice.ts'

const url = 'https://forge.example.org/pool/releases/v0.10.0'
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let clock: ReturnType<typeof buildClock>
let forge: Server
let requests: { url: string | undefined; text: string }[]
let release: unknown

beforeEach(async () => {
  opened = await openTestDatabase(sqlite)
  clock = buildClock()
  requests = []
  release = { tag_name: 'v0.10.0', html_url: url, body: 'x'.repeat(50_000) }
  forge = createServer((request, response) => {
    requests.push({ url: request.url, text: JSON.stringify(request.headers) })
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(release))
  })
  await new Promise<void>((resolve) => forge.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  forge.close()
  await opened.remove()
})

function openNotice() {
  const { port } = forge.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/releases/latest`
  return createUpdateNotice({ db: opened.database.db, log: createLog('silent'), now: clock.now, address })
}

it('asks once a day for all processes, tells nothing about the pool, and remembers a newer version', async () => {
  const [leader, other] = [openNotice(), openNotice()]
  expect(await other.findNewer('0.9.0')).toBeNull()
  expect(requests).toEqual([])
  await leader.check()
  await leader.check()
  await openNotice().check()
  expect(requests.map((request) => request.url)).toEqual(['/releases/latest'])
  expect(requests[0]?.text).not.toMatch(/player|pool|0\.1\.0/i)
  expect(await other.findNewer('0.9.0')).toEqual({ version: '0.10.0', url })
  expect(await other.findNewer('0.10.0')).toBeNull()
  expect(await other.findNewer('1.0.0')).toBeNull()
  clock.advance(24 * 60 * 60_000)
  await leader.check()
  expect(requests).toHaveLength(2)
})

it.each([
  ['no release', {}],
  ['a script as the address', { tag_name: 'v9.0.0', html_url: 'javascript:alert(1)' }],
  ['an address without TLS', { tag_name: 'v9.0.0', html_url: 'http://forge.example.org' }],
  ['a version that is text', { tag_name: 'v9.0.0<b>', html_url: url }],
  ['too much', { tag_name: 'v9.0.0', html_url: url, body: 'x'.repeat(2 ** 20) }],
])('ignores an answer with %s', async (_, answer) => {
  release = answer
  const notice = openNotice()
  await notice.check()
  expect(requests).toHaveLength(1)
  expect(await notice.findNewer('0.1.0')).toBeNull()
})

it('compares versions by their numbers', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true)
  expect(isNewer('2.0.0', '1.99.99')).toBe(true)
  expect(isNewer('1.2.3', '1.2.3')).toBe(false)
  expect(isNewer('0.9.0', '0.10.0')).toBe(false)
})
