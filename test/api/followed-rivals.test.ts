import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectPersonalData, createLog, createUserDeletion } from '#built/harness.mjs'
import { maxRivals } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import { addUser } from '../support/add-user.ts'
import { fillPath, routes } from '../support/route-requests.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

/** Streams, and answers that depend on the time or on the number of requests. */
const changing = [api.leaderboardStream(1), api.adminBackup(), api.adminFeed()]

describe.each(databaseKinds())('players follow rivals over HTTP and $name:', (kind) => {
  let pool: TestPool
  const lines: string[] = []

  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    pool = await openTestPool({ kind, log, rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  const change = (person: Person, userId: number, isRival = true) =>
    pool.send('PUT', api.rivals(), person, { userId, isRival })
  const rivalsOf = async (person: Person) => user.parse(await (await pool.call(api.user(), person)).json()).rivals
  const download = (person: Person) => collectPersonalData(pool.app.database.db, person.userId, new Date(0))

  it('a repeat changes nothing, and both answers list everybody', async () => {
    const { player, rival, newcomer } = pool.people
    expect(await rivalsOf(player)).toEqual([])
    for (const { userId } of [newcomer, rival, rival]) expect((await change(player, userId)).status).toBe(200)
    const both = [rival.userId, newcomer.userId]
    expect(await rivalsOf(player)).toEqual(both)
    expect(await rivalsOf(rival)).toEqual([])
    for (const left of [[rival.userId], [rival.userId]])
      expect(user.parse(await (await change(player, newcomer.userId, false)).json()).rivals).toEqual(left)
    expect(await download(player)).toMatchObject({ rivals: ['The rival'] })
    expect((await change(player, rival.userId, false)).status).toBe(200)
  })

  it('nobody can see in any answer, in the log or in their own data who follows them', async () => {
    const { player, rival, power, admin } = pool.people
    async function readEverything() {
      const answers: string[] = []
      for (const person of [rival, power, admin])
        for (const { method, path, policy } of routes) {
          const filled = fillPath(path, pool, { userId: String(rival.userId) })
          if (method !== 'GET' || policy.isWrite || changing.includes(path.replace(':tournamentId', '1'))) continue
          const response = await pool.call(filled, person)
          answers.push(`${filled} ${response.status} ${response.headers.get('etag')} ${await response.text()}`)
        }
      const { db } = pool.app.database
      const own = await collectPersonalData(db, rival.userId, new Date(0))
      return { answers, own, audit: await db.selectFrom('audit_log').selectAll().execute() }
    }
    const before = await readEverything()
    lines.length = 0
    expect((await change(player, rival.userId)).status).toBe(200)
    expect(lines).toEqual([])
    expect(await readEverything()).toEqual(before)
    expect((await change(player, rival.userId, false)).status).toBe(200)
  })

  it('refuses oneself, people who do not exist and more than the limit', async () => {
    const { newcomer } = pool.people
    const { db } = pool.app.database
    expect((await change(newcomer, newcomer.userId)).status).toBe(400)
    expect((await change(newcomer, 999_999)).status).toBe(404)
    for (let count = 0; count < maxRivals; count++) {
      const rival = await addUser(db, { name: `Rival ${count}`, email: `rival-${count}@example.org` })
      await db.insertInto('rivals').values({ user_id: newcomer.userId, rival_id: rival }).execute()
    }
    const refused = await change(newcomer, pool.people.rival.userId)
    expect(await refused.json()).toMatchObject({
      status: 400,
      detail: 'You can follow at most 200 players.',
    })
    expect(await rivalsOf(newcomer)).toHaveLength(maxRivals)
  })

  it('a merge moves rivals both ways, and nobody follows themselves afterwards', async () => {
    const [fan, target, source, other] = await Promise.all(
      ['fan', 'target', 'source', 'other'].map((name) => addPerson(pool.app, `${name}-of-merge`)),
    )
    if (!fan || !target || !source || !other) throw new Error('unreachable')
    for (const [follower, followed] of [
      [fan, source],
      [fan, target],
      [target, source],
      [source, target],
      [source, other],
    ] as const)
      await change(follower, followed.userId)
    const merged = await pool.send('POST', api.adminMergeUsers(), pool.people.admin, [target.userId, source.userId])
    expect(merged.status).toBe(200)
    expect(await rivalsOf(fan)).toEqual([target.userId])
    expect(await rivalsOf(target)).toEqual([other.userId])
    expect((await change(fan, source.userId)).status).toBe(404)
  })

  it('a deletion removes whom they followed and who followed them', async () => {
    const [fan, leaver] = [await addPerson(pool.app, 'fan'), await addPerson(pool.app, 'leaver')]
    await change(fan, leaver.userId)
    await change(leaver, fan.userId)
    const deletion = createUserDeletion({ ...pool.app, db: pool.app.database.db })
    expect(await deletion.deleteUser(leaver.userId, 'operator')).toEqual({ kind: 'deleted' })
    expect(await rivalsOf(fan)).toEqual([])
    const { db } = pool.app.database
    expect(await db.selectFrom('rivals').selectAll().where('user_id', '=', leaver.userId).execute()).toEqual([])
  })
})
