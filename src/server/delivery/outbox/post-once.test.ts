import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitPause } from '#server/platform/http-client/retry-after.ts'
import { postOnce } from './post-once.ts'

const url = new URL('https://chat.example/hook')
const post = { headers: { 'content-type': 'application/json' }, body: '{}' }
const request = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', request))
afterEach(() => vi.unstubAllGlobals())

test('a request follows no redirect, and the start of its response is read', async () => {
  request.mockResolvedValue(
    new Response('a'.repeat(100_000), { status: 302, headers: { location: 'http://127.0.0.1/' } }),
  )
  const response = await postOnce(url, post)
  expect(request).toHaveBeenLastCalledWith(
    url,
    expect.objectContaining({ method: 'POST', redirect: 'manual', body: '{}' }),
  )
  expect(response.status).toBe(302)
  expect(response.text).toHaveLength(16 * 1024)
})

test.each([
  ['7', 7000],
  ['0', 1000],
  ['999999', 3_600_000],
  [new Date(Date.now() + 24 * 3_600_000).toUTCString(), 3_600_000],
  ['soon', undefined],
])('Retry-After "%s" is a pause of %s ms', async (value, pause) => {
  request.mockResolvedValue(new Response('', { status: 429, headers: { 'retry-after': value } }))
  expect((await postOnce(url, post)).retryAfterMs).toBe(pause)
})

test('a pause is between a second and an hour', () => {
  expect([limitPause(1), limitPause(1336.2), limitPause(Number.POSITIVE_INFINITY)]).toEqual([1000, 1337, 3_600_000])
})

test('an error does not contain the address', async () => {
  request.mockRejectedValue(new Error(`no route to ${url}`))
  await expect(postOnce(url, post)).rejects.toMatchObject({
    message: 'The service could not be reached.',
    failure: { kind: 'later' },
  })
})
