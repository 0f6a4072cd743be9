import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemDetails } from '#contract/problem-details.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import { findUndeclared } from '../support/declared-response.ts'
import { openPoolProcess, type PoolProcess } from '../support/pool-process.ts'
import { createRandomRequest } from '../support/random-requests.ts'
import { sendRaw } from '../support/raw-request.ts'
import { testSeed } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'

/** The server that ships, as a process: however it is asked, its response has a declared shape. */

const requests = testRounds(20_000)
const requestsAtOnce = 16

let pool: PoolProcess

beforeAll(async () => {
  pool = await openPoolProcess()
})
afterAll(() => pool.close())

it.each([
  ['/pool/%ff', 200],
  ['/%', 200],
  ['/results/%c3%28', 200],
  ['/assets/%ff', 404],
  ['/api/tournament/%ff', 400],
  ['/api/%ff', 404],
  ['/_configuration/%ff', 404],
  ['/_configuration/golf/%ff', 404],
  ['/healthz/%ff', 404],
  ['/Identity/%ff', 404],
  ['/connect/%ff', 404],
])('%s, which cannot be decoded, is answered with %i and the headers of its kind', async (path, status) => {
  const text = `GET ${path} HTTP/1.1\r\nHost: pool.example\r\nAuthorization: Bearer ${pool.tokens.player}\r\nConnection: close\r\n\r\n`
  const response = await sendRaw(pool.server.port, text)
  expect([response.status, findUndeclared(response)]).toEqual([status, undefined])
  if (status === 200) {
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  } else if (response.headers.get('content-type')?.startsWith('application')) {
    expect(problemDetails.parse(JSON.parse(response.body))).toMatchObject({ status })
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

it('no random request is answered with a shape that is not declared', {
  timeout: limitsMs.api + requests * 20,
}, async () => {
  const random = createRandom(testSeed())
  const undeclared: string[] = []
  const statuses = new Set<number>()
  let sent = 0
  async function sendSome(): Promise<void> {
    while (sent < requests) {
      sent += 1
      const text = createRandomRequest(random, Object.values(pool.tokens), [pool.tournamentId, 2, 3])
      const response = await sendRaw(pool.server.port, text)
      statuses.add(response.status)
      const flaw = findUndeclared(response)
      if (flaw !== undefined) undeclared.push(`${response.status}, ${flaw}: ${text.slice(0, 500)}`)
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, sendSome))
  expect(undeclared.slice(0, 10), `${undeclared.length} of ${sent}`).toEqual([])
  // The requests get past the parser, the router, the guards and the schemas.
  for (const status of [200, 303, 304, 400, 401, 403, 404, 405, 410, 415, 431]) expect(statuses).toContain(status)
})
