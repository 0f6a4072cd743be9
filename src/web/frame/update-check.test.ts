import { expect, test } from 'vitest'
import { ApiProblem } from '../api/api-problem.ts'
import { createUpdateCheck } from './update-check.ts'

const now = new Date(1_795_000_000_000)

function buildCheck(answer: () => Promise<Response>) {
  const asked: string[] = []
  const request = (path: string) => {
    asked.push(path)
    return answer()
  }
  return { check: createUpdateCheck({ request }, 'https://pool.example/assets/main-1.js'), asked }
}

test('asks for the own main script with the time in milliseconds', async () => {
  const { check, asked } = buildCheck(async () => new Response(''))
  await check.check(now)
  expect(asked).toEqual(['https://pool.example/assets/main-1.js?_=1795000000000'])
  expect(check.isAvailable()).toBe(false)
})

test('a main script that is gone means that there is an update, until that is cleared', async () => {
  const { check } = buildCheck(() => Promise.reject(new ApiProblem('not-found')))
  let told = 0
  check.subscribe(() => {
    told += 1
  })
  await check.check(now)
  expect(check.isAvailable()).toBe(true)
  check.clear()
  expect(check.isAvailable()).toBe(false)
  expect(told).toBe(2)
})

test.each([new ApiProblem('offline'), new ApiProblem('internal-error'), new Error('anything')])(
  '%s is passed over in silence',
  async (error) => {
    const { check } = buildCheck(() => Promise.reject(error))
    await check.check(now)
    expect(check.isAvailable()).toBe(false)
  },
)
