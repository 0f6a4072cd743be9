import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addSigningKey, createAccount, rotateKeys } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { beginSignIn, openSignIn, redeem, signIn } from '../support/oidc-client.ts'
import { readStream } from '../support/stream-reader.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

/** How a running process reacts when the operator's command changes the keys in the database. */
let pool: TestPool
let origin: string

beforeAll(async () => {
  pool = await openTestPool()
  origin = pool.app.config.publicUrl
})
afterAll(() => pool.close())

const statusOf = async (path: string, token = pool.people.player.token) =>
  (await fetch(pool.url + path, { headers: { authorization: `Bearer ${token}` } })).status

async function publishedKids(): Promise<string[]> {
  const response = await fetch(`${pool.url}/.well-known/openid-configuration/jwks`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

it('a new key is published without a restart, and earlier tokens stay valid', async () => {
  const before = await publishedKids()
  const { kid } = await addSigningKey(pool.app.database.db, pool.app.clock)
  await expect.poll(publishedKids).toEqual([...before, kid])
  expect(await statusOf(api.user())).toBe(200)
})

it('revoked keys are refused without a restart: tokens, streams and cached boards; signing in works', async () => {
  const board = api.leaderboard(pool.tournamentId)
  const stream = await readStream(await pool.call(api.leaderboardStream(pool.tournamentId), pool.people.player))
  await stream.next()
  expect(await statusOf(board)).toBe(200)

  const { kid } = await addSigningKey(pool.app.database.db, pool.app.clock, { revokesOthers: true })
  await expect.poll(() => statusOf(api.user())).toBe(401)
  expect(await statusOf(board)).toBe(401)
  expect(await stream.next()).toBeUndefined()
  expect(await publishedKids()).toEqual([kid])

  const account = { email: 'quinn@example.org', password: 'seven bunkers and a lake' }
  await createAccount(pool.app, { ...account, name: 'Quinn' })
  const { accessToken } = await signIn(createFormBrowser(origin), origin, account)
  expect(await statusOf(api.user(), accessToken)).toBe(200)
})

it('who has a copy of the database is out after "rotate-keys --revoke": sessions, codes and unfinished sign-ins end too', async () => {
  const account = { email: 'rory@example.org', password: 'seven bunkers and a lake' }
  await createAccount(pool.app, { ...account, name: 'Rory' })
  // A session's id and the keys of its cookies are in a backup. This browser has the cookies that follow from them.
  const thief = createFormBrowser(origin)
  const { accessToken, idToken } = await signIn(thief, origin, account)
  const begun = beginSignIn(origin)
  const unused = await openSignIn(thief, begun)
  const silently = () => openSignIn(thief, beginSignIn(origin, { prompt: 'none' }))
  expect((await silently()).location?.searchParams.get('error')).toBeNull()

  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const input = { subject: undefined, flags: { revoke: true } }
  await rotateKeys({ config: pool.app.config, database: pool.app.database, clock: pool.app.clock }, input)
  expect(printed.mock.lastCall?.[0]).toContain('Everyone has to sign in again.')
  printed.mockRestore()
  expect((await silently()).location?.searchParams.get('error')).toBe('login_required')
  expect((await redeem(origin, unused.location, begun)).status).toBe(400)
  await expect.poll(() => statusOf(api.user(), accessToken)).toBe(401)
  // An app that is still open can sign out with a token of an earlier key.
  const signedOut = await thief.get(`/connect/endsession?id_token_hint=${idToken}`)
  expect(signedOut.status).toBe(303)
  expect(await statusOf(api.user(), (await signIn(thief, origin, account)).accessToken)).toBe(200)
})
