import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '#built/harness.mjs'
import { adminUserList, mergePreview, mergeResponse } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type TournamentResponse, tournament } from '#contract/tournament-contract.ts'
import { user } from '#contract/user-contract.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { forgetStart } from '../support/forget-start.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, signIn } from '../support/oidc-client.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const whole = { players: true, entries: true }

describe.each(databaseKinds())('users are merged over HTTP and $name:', (kind) => {
  const now = new Date()
  const start = new Date(now.getTime() + 3_600_000)
  const clock = buildClock(now)
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
  })
  afterEach(async () => {
    clock.set(now)
    await forgetStart(pool.app.database.db)
  })
  afterAll(() => pool.close())

  const merge = (body: unknown, path: string = api.adminMergeUsers()) =>
    pool.send('POST', path, pool.people.admin, body)
  const add = () => addPerson(pool.app, randomUUID())
  const whoIs = async (person: Person) => user.parse(await (await pool.call(api.user(), person)).json())

  async function refusalOf(response: Response) {
    const { type, detail = '', fields = [] } = problemDetails.parse(await response.json())
    return {
      status: response.status,
      code: problemCode(type),
      detail,
      fields: fields.map(({ field }) => field),
    }
  }

  async function readTournament(person: Person): Promise<{ etag: string; message: TournamentResponse }> {
    const response = await pool.call(api.tournament(pool.tournamentId, whole), person)
    return { etag: response.headers.get('etag') ?? '', message: tournament.parse(await response.json()) }
  }

  it('the next call with a token of the old account acts as the target', async () => {
    const [target, source] = [await add(), await add()]
    const client = await createEntryClient(pool)
    await client.create(source, client.fill(source))
    const entryId = (await client.findStored(source))?.id ?? 0
    // The server caches this token for a minute.
    await (await pool.call(api.leaderboard(pool.tournamentId), source)).text()
    expect((await whoIs(source)).id).toBe(source.userId)

    clock.set(start)
    const ids = [target.userId, source.userId]
    const looked = mergePreview.parse(await (await merge(ids, api.adminMergePreview())).json())
    expect(looked).toMatchObject({
      moves: { identities: 1, entries: 1, results: 0 },
      conflicts: [],
      privileged: [],
      secret: [],
    })
    const response = mergeResponse.parse(await (await merge(ids)).json())
    expect(response).toEqual({ target: looked.target, sources: looked.sources })
    expect(response.target.id).toBe(target.userId)

    expect(await whoIs(source)).toEqual(await whoIs(target))
    expect((await whoIs(source)).id).toBe(target.userId)
    const own = await pool.call(api.tournamentEntry(entryId), source)
    expect(own.status).toBe(200)
    const seen = (await readTournament(source)).message.entries?.find(({ id }) => id === entryId)
    expect(seen).toMatchObject({ userId: target.userId, selections: { length: 12 } })
    // The merged user is no longer visible.
    expect((await pool.call(api.results(source.userId), target)).status).toBe(404)
    const users = adminUserList.parse(await (await pool.call(api.adminUsers(), pool.people.admin)).json())
    expect(users.some(({ id }) => id === source.userId)).toBe(false)
  })

  it('a page that was opened under the old account sends the old id, which is refused', async () => {
    const [target, source] = [await add(), await add()]
    const client = await createEntryClient(pool)
    await merge([target.userId, source.userId])
    expect(await client.create(source, client.fill(source))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await client.create(source, client.fill(target))).toMatchObject({ status: 200 })
  })

  it('the target’s name is kept whichever account is used, until the target’s own account changes it', async () => {
    const [target, source] = [await add(), await add()]
    const subjects = await pool.app.database.db
      .selectFrom('user_identities')
      .select(['subject', 'user_id'])
      .where('user_id', 'in', [target.userId, source.userId])
      .execute()
    const subjectOf = ({ userId }: Person) => subjects.find((row) => row.user_id === userId)?.subject ?? ''
    /** A new token, as each account gets one every few minutes. */
    async function renew(person: Person, name: string): Promise<Person> {
      const owner = { subject: subjectOf(person), name, email: `${name.toLowerCase()}@example.com` }
      return { ...person, token: await mintAccessToken(pool.app, owner) }
    }
    await merge([target.userId, source.userId])
    const names = []
    for (const [person, name] of [
      [source, 'Old'],
      [target, 'New'],
      [source, 'Old'],
      [source, 'Older'],
      [target, 'New'],
    ] as const) {
      names.push((await whoIs(await renew(person, name))).name)
    }
    const { name } = await whoIs(target)
    expect(names.slice(1)).toEqual(['New', 'New', 'New', 'New'])
    expect([name, names[0]]).toEqual(['New', expect.stringContaining('The ')])
    expect((await whoIs(source)).userName).toBe('new@example.com')
  })

  it('an impossible merge is refused with the reason and changes nothing', async () => {
    const { player, rival, power, admin } = pool.people
    const version = (await readTournament(player)).etag
    const twice = await refusalOf(await merge([player.userId, rival.userId]))
    expect(twice).toMatchObject({ status: 409, code: 'users-conflict' })
    expect(twice.detail).toContain(pool.simulator.name)
    expect(await refusalOf(await merge([player.userId, power.userId]))).toMatchObject({
      status: 409,
      code: 'users-conflict',
      detail: expect.stringContaining('power@example.com'),
    })
    expect(await refusalOf(await merge([player.userId, admin.userId]))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('yourself'),
    })
    expect(await refusalOf(await merge([player.userId, 999_999]))).toMatchObject({
      status: 400,
      code: 'validation-failed',
      fields: ['1'],
    })
    expect((await readTournament(player)).etag).toBe(version)
    expect((await whoIs(rival)).id).toBe(rival.userId)
  })

  it('before the start nobody’s picks can be seen or changed through a merge, not even through a second account', async () => {
    const [source, other, second] = [await add(), await add(), await add()]
    const { admin } = pool.people
    const client = await createEntryClient(pool)
    await client.create(source, client.fill(source))
    const entryId = (await client.findStored(source))?.id ?? 0
    for (const ids of [
      [admin.userId, source.userId],
      [second.userId, source.userId],
      [source.userId, second.userId],
    ]) {
      expect(await refusalOf(await merge(ids))).toMatchObject({
        status: 409,
        code: 'users-conflict',
        detail: expect.stringContaining(`could reveal picks in ${pool.simulator.name}`),
      })
      const looked = await merge(ids, api.adminMergePreview())
      const { secret } = mergePreview.parse(await looked.json())
      expect(secret).toEqual([{ id: pool.tournamentId, name: pool.simulator.name }])
    }
    for (const person of [admin, second])
      expect((await pool.call(api.tournamentEntry(entryId), person)).status).toBe(404)
    // A user without an entry has no picks to hide.
    expect((await merge([admin.userId, other.userId])).status).toBe(200)
  })

  it.each([
    [[]],
    [[1]],
    [[1, 1]],
    [['1', '2']],
    [[1, 2.5]],
    [[1, -2]],
    [[0, 1]],
    [[1, 2_147_483_648]],
    [[1, [2]]],
    [[1, { id: 2 }]],
    [[1, null]],
    [{ 0: 1, 1: 2, length: 2 }],
    [{ ids: [1, 2] }],
    [Array.from({ length: 51 }, (_, index) => index + 1)],
    [null],
    ['1,2'],
  ])('%j is no list of users', async (body) => {
    for (const path of [api.adminMergeUsers(), api.adminMergePreview()])
      expect(await refusalOf(await merge(body, path))).toMatchObject({ status: 400 })
  })

  it('a session at the embedded provider continues, and its next token acts as the target', async () => {
    const { app } = pool
    const password = 'long drive into rough'
    const email = `${randomUUID()}@example.org`
    const source = await createAccount(app, { email, name: 'Signed in', password })
    const target = await add()
    const origin = app.config.publicUrl
    const browser = createFormBrowser(origin)
    const { accessToken } = await signIn(browser, origin, { email, password })
    const signedIn = (token: string) => ({ userId: source.userId, token })
    expect((await whoIs(signedIn(accessToken))).id).toBe(source.userId)

    expect((await merge([target.userId, source.userId])).status).toBe(200)

    expect((await whoIs(signedIn(accessToken))).id).toBe(target.userId)
    const renewal = beginSignIn(origin, { prompt: 'none' })
    const response = await browser.follow(await openSignIn(browser, renewal), isCallback)
    const { accessToken: next } = await redeemTokens(origin, response, renewal)
    expect(next).not.toBe(accessToken)
    expect(await whoIs(signedIn(next))).toMatchObject({ id: target.userId, name: (await whoIs(target)).name })
  })
})
