import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockUser, createAccount, createCode, inTransaction, unblockUser } from '#built/harness.mjs'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { createFormBrowser, type FormBrowser } from '../support/form-browser.ts'
import { beginSignIn, isCallback, redeem, signIn } from '../support/oidc-client.ts'
import { openPoolProcesses } from '../support/second-process.ts'
import { readStream } from '../support/stream-reader.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'

describe.each(databaseKinds())('access tokens end with their session, over $name:', (kind) => {
  let opened: Awaited<ReturnType<typeof openPoolProcesses>>
  let pool: TestPool
  let origin: string
  /** One for each process. */
  let urls: string[]

  beforeAll(async () => {
    opened = await openPoolProcesses({ kind, rateLimitFactor: 0 })
    pool = opened.pool
    origin = pool.app.config.publicUrl
    urls = opened.processes.map(({ url }) => url)
  })
  afterAll(() => opened.close())

  type Device = { browser: FormBrowser; accessToken: string; idToken: string; stream: Stream }
  type Stream = Awaited<ReturnType<typeof readStream>>

  async function addAccount() {
    const email = `${randomUUID()}@example.org`
    return { email, password, ...(await createAccount(pool.app, { email, name: 'Pat', password })) }
  }

  const get = (url: string, path: string, token: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${token}` } })

  /** A signed-in browser with an open stream, whose token every process has cached. */
  async function open(account: { email: string; password: string }): Promise<Device> {
    const browser = createFormBrowser(origin)
    const tokens = await signIn(browser, origin, account)
    expect(await statusesOf(tokens)).toEqual(urls.map(() => [200, 200]))
    const stream = await readStream(
      await get(urls.at(-1) ?? '', api.leaderboardStream(pool.tournamentId), tokens.accessToken),
    )
    await stream.next()
    return { browser, ...tokens, stream }
  }

  /** In each process, for a call and for the board, which is sent without a database lookup if the token is cached. */
  const statusesOf = ({ accessToken }: Pick<Device, 'accessToken'>) =>
    Promise.all(
      urls.map(async (url) => {
        const board = await get(url, api.leaderboard(pool.tournamentId), accessToken)
        await board.body?.cancel()
        const user = await get(url, api.user(), accessToken)
        await user.body?.cancel()
        return [user.status, board.status]
      }),
    )

  async function expectEnded(device: Device, status = 401): Promise<void> {
    // This process knows immediately, the others when the event arrives.
    expect((await statusesOf(device)).map(([user]) => user)).toEqual(urls.map(() => status))
    expect((await statusesOf(device))[0]).toEqual([status, status])
    await expect.poll(() => statusesOf(device)).toEqual(urls.map(() => [status, status]))
    // Reads what was sent before.
    for (;;) if ((await device.stream.next()) === undefined) break
  }

  async function expectAlive(device: Device): Promise<void> {
    expect(await statusesOf(device)).toEqual(urls.map(() => [200, 200]))
    await device.stream.close()
  }

  const submit = async ({ browser }: Device, path: string, fields: Record<string, string>, action?: string) =>
    browser.submit(await browser.follow(await browser.get(path)), fields, action)

  it.each(['the ID token as a hint', 'a confirmation'])('a sign-out with %s ends those of this device', async (how) => {
    const account = await addAccount()
    const [device, other] = [await open(account), await open(account)]
    if (how === 'a confirmation') await submit(device, '/connect/endsession', { logout: 'yes' })
    else await device.browser.get(`/connect/endsession?id_token_hint=${device.idToken}`)
    await expectEnded(device)
    await expectAlive(other)
  })

  it('a sign-out of one device on the account page ends those of that device', async () => {
    const account = await addAccount()
    const [own, lost] = [await open(account), await open(account)]
    const [, session = ''] =
      /name="session" value="([^"]*)"/.exec((await lost.browser.get(identityPaths.manage)).text) ?? []
    await submit(own, identityPaths.manage, { session }, `${identityPaths.manage}/EndSession`)
    await expectEnded(lost)
    await expectAlive(own)
  })

  it('a sign-out everywhere ends those of all devices', async () => {
    const account = await addAccount()
    const devices = [await open(account), await open(account)]
    const [first] = devices
    const done = first && (await submit(first, identityPaths.manage, {}, `${identityPaths.manage}/SignOut`))
    // The app, which erases what it has stored, is not on this page.
    expect(done?.headers.get('clear-site-data')).toBe('"storage"')
    for (const device of devices) await expectEnded(device)
    // In the same second.
    await expectAlive(await open(account))
  })

  it('a password change ends all of them, and its browser gets new ones at once', async () => {
    const account = await addAccount()
    const devices = [await open(account), await open(account)]
    const changed = { ...account, password: 'shanks and mulligans' }
    const [first] = devices
    if (!first) throw new Error('never')
    const fields = { oldPassword: password, password: changed.password }
    const done = await submit(first, identityPaths.manage, fields, `${identityPaths.manage}/Password`)
    expect(done.location?.search).toBe('?done=password')
    const { accessToken } = await signIn(first.browser, origin, changed)
    expect(await statusesOf({ accessToken })).toEqual(urls.map(() => [200, 200]))
    for (const device of devices) await expectEnded(device)
  })

  it('a password reset ends all of them', async () => {
    const account = await addAccount()
    const device = await open(account)
    const { db } = pool.app.database
    const code = await createCode(db, 'reset-password', { accountId: account.subject }, new Date())
    const browser = createFormBrowser(origin)
    const page = await browser.get(`${identityPaths.resetPassword}?code=${code}`)
    const answer = await browser.submit(page, { password: 'shanks and mulligans' })
    expect(answer.text).toContain('You were signed out on all your devices.')
    await expectEnded(device)
  })

  it('a code that is redeemed twice ends the token that it gave', async () => {
    const device = await open(await addAccount())
    const attempt = beginSignIn(origin, { prompt: 'none' })
    const answer = await device.browser.follow(await device.browser.get(attempt.path), isCallback)
    expect((await redeem(origin, answer.location, attempt)).status).toBe(200)
    expect((await redeem(origin, answer.location, attempt)).status).toBe(400)
    await expectEnded(device)
  })

  it('a block ends all of them and refuses the sign-in until it is lifted', async () => {
    const account = await addAccount()
    const device = await open(account)
    const { db } = pool.app.database
    // Tokens name whole seconds: one that is issued in the second of a block is refused.
    await inTransaction(db, (trx) => blockUser(trx, account.userId, new Date(Date.now() - 1000)))
    const refused = await get(pool.url, api.user(), device.accessToken)
    expect(refused.status).toBe(403)
    const problem = problemDetails.parse(await refused.json())
    expect(problem.detail).toBe('This account is blocked. Ask the organiser.')
    await expect.poll(() => statusesOf(device)).toEqual(urls.map(() => [403, 403]))
    for (;;) if ((await device.stream.next()) === undefined) break

    const browser = createFormBrowser(origin)
    await expect(signIn(browser, origin, account)).rejects.toThrow()
    const page = await browser.follow(await browser.get(identityPaths.manage))
    const answer = await browser.submit(page, { email: account.email, password })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('This account is blocked. Ask the organiser.')

    await inTransaction(db, (trx) => unblockUser(trx, account.userId))
    expect((await statusesOf(device))[0]).toEqual([401, 401])
    await expectAlive(await open(account))
  })

  it('after a block, tokens of an external provider that were issued before stay refused', async () => {
    const person = await addPerson(pool.app, randomUUID())
    const statusOf = async () => (await pool.call(api.user(), person)).status
    expect(await statusOf()).toBe(200)
    await inTransaction(pool.app.database.db, async (trx) => {
      await blockUser(trx, person.userId, new Date())
      await unblockUser(trx, person.userId)
    })
    expect(await statusOf()).toBe(401)
  })
})
