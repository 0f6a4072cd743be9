import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPool, createAccount, setRole } from '#built/harness.mjs'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { api } from '#contract/paths.ts'
import { createFormBrowser, type FormBrowser } from '../support/form-browser.ts'
import { signIn } from '../support/oidc-client.ts'
import { openPoolProcesses } from '../support/second-process.ts'
import { readStream } from '../support/stream-reader.ts'
import { databaseKinds } from '../support/test-database.ts'
import type { TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const { manage, ownData, deleteAccount } = identityPaths

describe.each(databaseKinds())('deleting an account over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openPoolProcesses>>
  let pool: TestPool
  /** One for each process. */
  let urls: string[]

  beforeAll(async () => {
    opened = await openPoolProcesses({ kind, rateLimitFactor: 0, withoutScores: true })
    pool = opened.pool
    urls = opened.processes.map(({ url }) => url)
  })
  afterAll(() => opened.close())

  async function addAccount(name: string) {
    const email = `${randomUUID()}@example.org`
    const { userId } = await createAccount(pool.app, { email, name, password })
    const browser = createFormBrowser(pool.app.config.publicUrl)
    const { accessToken: token } = await signIn(browser, pool.app.config.publicUrl, { email, password })
    return { email, userId, browser, token }
  }

  /** In every process, as another player sees it. */
  const everywhere = (path: string, token = pool.people.rival.token) =>
    Promise.all(urls.map((url) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } })))

  async function post(browser: FormBrowser, page: string, fields: Record<string, string>, action = page) {
    return browser.submit(await browser.follow(await browser.get(page)), fields, action)
  }

  it('ends every session, and everyone sees a former player from the next request on', async () => {
    const { app, simulator } = pool
    const { email, userId, browser, token } = await addAccount('Pat Leaving')
    const start = new Date(Date.now() - 60_000)
    const plan = { espnId: simulator.eventId, name: 'Started', start, favourites: simulator.listGolfers() }
    const tournamentId = await addPool(app, { ...plan, entrantIds: [userId], active: false })
    const path = api.tournament(tournamentId, { players: false, entries: true })
    const before = await everywhere(path)
    for (const response of before) expect(await response.text()).toContain('Pat Leaving')
    const statuses = async () => (await everywhere(api.user(), token)).map(({ status }) => status)
    expect(await statuses()).toEqual(urls.map(() => 200))
    const [listening] = (await everywhere(api.leaderboardStream(pool.tournamentId), token)).slice(-1)
    const stream = await readStream(listening as Response)

    const data = await post(browser, manage, {}, ownData)
    expect(data.headers.get('content-disposition')).toMatch(/^attachment; filename="player-pool-[\d-]+\.json"$/)
    expect(data.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(data.text)).toMatchObject({
      profile: { name: 'Pat Leaving', email },
      accounts: [{ email, sessions: [{}] }],
      entries: [{ tournament: { name: 'Started' } }],
    })

    const wrong = await post(browser, deleteAccount, { password: 'not this one' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('This is not your current password.')
    expect(wrong.text).toContain('Your entries, places and corrections in Started stay')
    expect(await statuses()).toEqual(urls.map(() => 200))
    const done = await post(browser, deleteAccount, { password })
    expect(done).toMatchObject({ status: 200 })
    expect(done.text).toContain('Your account has been deleted')

    // Every browser asks for the URL again at once, with the ETag that it has.
    for (const [index, url] of urls.entries()) {
      const etag = before[index]?.headers.get('etag') ?? ''
      const headers = { authorization: `Bearer ${pool.people.rival.token}`, 'if-none-match': etag }
      const after = await fetch(url + path, { headers })
      expect(after.status).toBe(200)
      const text = await after.text()
      expect(text).toContain('Former player')
      expect(text).not.toContain('Pat Leaving')
    }
    expect((await everywhere(api.user(), token))[0]?.status).toBe(401)
    await expect.poll(statuses).toEqual(urls.map(() => 401))
    await expect
      .poll(async () => (await everywhere(path, token)).map(({ status }) => status))
      .toEqual(urls.map(() => 401))
    for (;;) if ((await stream.next()) === undefined) break
    const results = await everywhere(api.results(userId))
    expect(await results[0]?.json()).toMatchObject({ user: { id: userId, name: 'Former player' } })
    const users = await everywhere(api.adminUsers(), pool.people.admin.token)
    expect(await users[0]?.text()).not.toMatch(/Pat Leaving|Former player/)
    const log = await everywhere(api.adminAuditLog(null), pool.people.admin.token)
    expect(await log[0]?.text()).not.toContain(email)

    // The old token has not created them again, and they can register anew.
    const again = await createAccount(app, { email, name: 'Pat Again', password })
    expect(again.userId).not.toBe(userId)
    const newTokens = await signIn(createFormBrowser(app.config.publicUrl), app.config.publicUrl, { email, password })
    const now = await everywhere(api.user(), newTokens.accessToken)
    expect(await now[0]?.json()).toMatchObject({ id: again.userId, name: 'Pat Again' })
  })

  it('is refused without a session, from another site, and for the only admin', async () => {
    const stranger = createFormBrowser(pool.app.config.publicUrl)
    for (const page of [ownData, deleteAccount]) {
      const answer = await stranger.post(page, { password })
      expect(answer.location?.pathname, page).toBe('/connect/authorize')
    }
    const { userId, browser } = await addAccount('Chris')
    const page = await browser.follow(await browser.get(manage))
    expect(page.text).toContain('Download my data')
    for (const action of [ownData, deleteAccount]) {
      const forged = await browser.post(
        action,
        { password },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      )
      expect(forged.status, action).toBe(403)
      expect((await browser.post(action, { password, token: 'wrong' })).status, action).toBe(403)
    }
    const { db } = pool.app.database
    await setRole(db, pool.people.admin.userId, 'admin', false)
    await setRole(db, userId, 'admin', true)
    const refused = await browser.get(deleteAccount)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('You are the only admin')
    await setRole(db, pool.people.admin.userId, 'admin', true)
    expect((await post(browser, deleteAccount, { password })).status).toBe(200)
  })
})
