import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, createLog } from '#built/harness.mjs'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { api, requestIdHeader } from '#contract/paths.ts'
import { mintSessionCookies } from '../support/minted-session.ts'
import { beginSignIn } from '../support/oidc-client.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const account = { name: 'Ada', email: 'ada@example.org', password: 'long drive into rough' }
let pool: TestPool
const lines: string[] = []
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  pool = await openTestPool({ log, withoutScores: true })
})
afterAll(() => pool.close())

it('each response has an id of its own, whatever the client sends', async () => {
  const responses = await Promise.all(
    ['/healthz', '/', '/api/unknown', '/Identity/none', identityPaths.signedOut].map((path) =>
      pool.call(path, null, { headers: { [requestIdHeader]: 'mine' } }),
    ),
  )
  const ids = responses.map(({ headers }) => headers.get(requestIdHeader) ?? '')
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

it('the id of a fault is in the response, on the page and in the log', async () => {
  const { publicUrl } = pool.app.config
  const session = await mintSessionCookies(pool.app, (await createAccount(pool.app, account)).subject)
  for (const table of ['setup_links', 'provider_records', 'seasons'])
    await sql.raw(`drop table ${table}`).execute(pool.app.database.db)
  const cookie = session.map(({ name, value }) => `${name}=${value}`).join('; ')
  const paths = [api.seasons(), `${identityPaths.setUp}?code=x`, beginSignIn(publicUrl).path]
  for (const path of paths) {
    const response = await pool.call(path, path === api.seasons() ? pool.people.player : null, { headers: { cookie } })
    expect(response.status, path).toBe(500)
    const id = response.headers.get(requestIdHeader) ?? 'none'
    const logged = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id)
    expect(logged, path).toContainEqual(expect.objectContaining({ level: 50, err: expect.anything() }))
    if (path !== api.seasons()) expect(await response.text(), path).toContain(`Request ID: ${id}`)
  }
})
