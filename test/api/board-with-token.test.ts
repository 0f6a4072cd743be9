import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardParameter, boardResponses, listBoardPaths } from '#contract/board-responses.ts'
import { blockUser } from '#server/admin/user-blocking-store.ts'
import { inTransaction } from '#server/db/database.ts'
import { createAccount } from '#server/identity/accounts/account-creation.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { beginSignIn, isCallback, redeem, signIn } from '../support/oidc-client.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'

let pool: TestPool
let origin: string
beforeAll(async () => {
  pool = await openTestPool({ rateLimitFactor: 0 })
  origin = pool.app.config.publicUrl
})
afterAll(() => pool.close())

async function openBrowser() {
  const email = `${randomUUID()}@example.org`
  const account = { email, password, ...(await createAccount(pool.app, { email, name: 'Pat', password })) }
  const browser = createFormBrowser(origin)
  const tokens = await signIn(browser, origin, account)
  return { browser, token: tokens.accessToken }
}

async function signInSilently(browser: Awaited<ReturnType<typeof openBrowser>>['browser'], more: object) {
  const attempt = beginSignIn(origin, { prompt: 'none' })
  const { location } = await browser.follow(await browser.get(attempt.path), isCallback)
  const response = await redeem(origin, location, attempt, { ...more })
  const body = (await response.json()) as Record<string, unknown> & { access_token: string }
  return { response, body, location, attempt }
}

const call = (path: string, token: string) => fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })

describe('a token request that names a tournament', () => {
  it('returns what the API responds to that token, ETags included', async () => {
    const { browser } = await openBrowser()
    const { body, response } = await signInSilently(browser, { [boardParameter]: String(pool.tournamentId) })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const responses = boardResponses.parse(body[boardParameter])
    expect(responses.map(({ path }) => path)).toEqual(listBoardPaths(pool.tournamentId))
    for (const { path, headers, body: text } of responses) {
      const asked = await call(path, body.access_token)
      expect(JSON.parse(text)).toEqual(await asked.json())
      expect(headers['etag'] !== undefined).toBe(asked.headers.has('etag'))
    }
  })

  it('returns nothing that the API refuses, and nothing for a used code', async () => {
    const { browser } = await openBrowser()
    const { body, location, attempt } = await signInSilently(browser, { [boardParameter]: '999999' })
    const responses = boardResponses.parse(body[boardParameter])
    expect(responses.map(({ path }) => path)).toEqual(listBoardPaths(999_999).slice(0, 2))
    const again = await redeem(origin, location, attempt, { [boardParameter]: String(pool.tournamentId) })
    expect(again.status).toBe(400)
    expect(await again.json()).not.toHaveProperty(boardParameter)
  })

  it('returns nothing to a blocked user', async () => {
    const { browser, token } = await openBrowser()
    const attempt = beginSignIn(origin, { prompt: 'none' })
    const { location } = await browser.follow(await browser.get(attempt.path), isCallback)
    const { id } = (await (await call('/api/user', token)).json()) as { id: number }
    await inTransaction(pool.app.database.db, (trx) => blockUser(trx, id, new Date()))
    const response = await redeem(origin, location, attempt, { [boardParameter]: String(pool.tournamentId) })
    const body = (await response.json()) as Record<string, unknown>
    expect(body[boardParameter] ?? []).toEqual([])
  })

  it.each([undefined, '', '0', '1.5', '-1', '/api/user'])('%j requests nothing', async (value) => {
    const { browser } = await openBrowser()
    const { body } = await signInSilently(browser, value === undefined ? {} : { [boardParameter]: value })
    expect(body.access_token).toEqual(expect.any(String))
    expect(body).not.toHaveProperty(boardParameter)
  })
})
