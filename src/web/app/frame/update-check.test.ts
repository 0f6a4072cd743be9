import { expect, test } from 'vitest'
import { ApiProblem } from '#web/api/api-problem.ts'
import { createUpdateCheck } from './update-check.ts'

const now = new Date(1_795_000_000_000)

function createHarness(respond: () => Promise<Response>) {
  const requests: string[] = []
  const request = (path: string) => {
    requests.push(path)
    return respond()
  }
  return { check: createUpdateCheck({ request }, 'https://pool.example/assets/main-1.js'), requests }
}

test('the check fetches its own main script with the time in milliseconds', async () => {
  const { check, requests } = createHarness(async () => new Response(''))
  await check.check(now)
  expect(requests).toEqual(['https://pool.example/assets/main-1.js?_=1795000000000'])
  expect(check.isAvailable()).toBe(false)
})

test('a missing main script means that there is an update, until the notice is cleared', async () => {
  const { check } = createHarness(() => Promise.reject(new ApiProblem('not-found')))
  let notifications = 0
  check.subscribe(() => {
    notifications += 1
  })
  await check.check(now)
  expect(check.isAvailable()).toBe(true)
  check.clear()
  expect(check.isAvailable()).toBe(false)
  expect(notifications).toBe(2)
})

test('another contract version means that there is an update; a cleared notice stays cleared', () => {
  const { check } = createHarness(async () => new Response(''))
  check.report()
  expect(check.isAvailable()).toBe(true)
  check.clear()
  check.report()
  expect(check.isAvailable()).toBe(false)
})

test.each([new ApiProblem('offline'), new ApiProblem('internal-error'), new Error('anything')])(
  'after %s there is no update',
  async (error) => {
    const { check } = createHarness(() => Promise.reject(error))
    await check.check(now)
    expect(check.isAvailable()).toBe(false)
  },
)
