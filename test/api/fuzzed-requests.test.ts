import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type FuzzedRequest, listOperations, type Operation } from '../support/openapi-requests.ts'
import { createRouteBodies } from '../support/route-requests.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { testSeed } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'

/**
 * Requests generated from the API description, in four roles: never an internal error, always a response that matches
 * its schema.
 */

const rounds = testRounds(200)
const roles = ['nobody', 'player', 'power', 'admin'] as const
/** After so many requests the pool is replaced: its tournament may have ended and its users may have been merged. */
const requestsPerPool = 500

it('no request made from the API description is answered with a fault, an unlisted refusal or another schema', {
  timeout: limitsMs.api + rounds * 200,
}, async () => {
  const kinds = databaseKinds()
  const seed = testSeed()
  for (let done = 0, pools = 0; done < rounds; done += requestsPerPool, pools += 1) {
    const hasStarted = pools % 3 === 0
    const pool = await openTestPool({
      ...(kinds[pools % kinds.length] && { kind: kinds[pools % kinds.length] }),
      rateLimitFactor: 0,
      start: new Date(Date.now() + (hasStarted ? -60_000 : 3_600_000)),
      startAt: hasStarted ? 'round-2-middle' : 'scheduled',
    })
    await fuzz(pool, seed + pools, Math.min(requestsPerPool, rounds - done))
    await pool.close()
  }
})

async function fuzz(pool: TestPool, seed: number, count: number): Promise<void> {
  const operations = listOperations(await (await pool.call(routePaths.openapi)).json(), await listSamples(pool))
  const anyOperation = operations.map((operation) => fc.tuple(fc.constant(operation), operation.request))
  const anyRequest = fc.tuple(fc.constantFrom(...roles), fc.oneof(...anyOperation))
  for (const [role, [operation, request]] of fc.sample(anyRequest, { numRuns: count, seed })) {
    const response = await send(pool, role, request)
    expect(await findFlaw(operation, response), `${role}: ${JSON.stringify(request)}`).toBeUndefined()
  }
}

async function listSamples(pool: TestPool): Promise<Record<string, unknown>> {
  const bodies = Object.entries(await createRouteBodies(pool))
  const samples = bodies.map(async ([key, create]) => [key, await create(pool.people.player)] as const)
  return Object.fromEntries(await Promise.all(samples))
}

function send(pool: TestPool, role: (typeof roles)[number], { method, path, headers, body }: FuzzedRequest) {
  return pool.call(path, role === 'nobody' ? null : pool.people[role], {
    method,
    headers: { ...(method !== 'GET' && pool.xsrf), ...headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
}

/** The first flaw of a response; undefined if it has none. */
async function findFlaw({ responses, statuses }: Operation, response: Response): Promise<string | undefined> {
  const { status } = response
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (type === 'text/event-stream') return void (await response.body?.cancel())
  const text = await response.text()
  if (status === 304) return text === '' ? undefined : '304 with a body'
  if (status >= 400 && status < 500 && type === 'application/problem+json') {
    const problem = z.parse(problemDetails, JSON.parse(text))
    if (problem.status !== status) return `${status} says that it is ${problem.status}`
    const isDescribed = statuses.get(String(status))?.includes(`${problem.type}\``)
    return isDescribed ? undefined : `${status} ${problem.type} is not in the API description`
  }
  const isExpected = status === 200 && (responses.size === 0 || responses.has(type))
  if (!isExpected) return `${status} of type ${type}: ${text}`
  if (type !== 'application/json') return undefined
  const { error } = z.safeParse(responses.get(type) ?? z.unknown(), JSON.parse(text))
  return error && `${error.message} ${text}`.slice(0, 2000)
}
