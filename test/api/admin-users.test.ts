import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAuditEntry, anonymiseUser, findUser } from '#built/harness.mjs'
import { adminUserList, auditLog } from '#contract/admin-contract.ts'
import { entrantList } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import { addUser } from '../support/add-user.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

describe.each(databaseKinds())('the users that organisers see, over $name,', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    const start = new Date(Date.now() + 3_600_000)
    pool = await openTestPool({ kind, start, startAt: 'scheduled', rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  it('are all but the merged ones, sorted by name, with their roles and whether they have signed in', async () => {
    const { db } = pool.app.database
    const { people } = pool
    const imported = await addUser(db, { name: 'Åke', email: 'ake@example.org', isReal: false })
    const merged = await addUser(db, { name: 'Merged', email: 'merged@example.org' })
    await db.updateTable('users').set({ merged_into: imported }).where('id', '=', merged).execute()
    const listed = adminUserList.parse(await (await pool.call(api.adminUsers(), people.power)).json())
    expect(listed).toEqual([
      {
        id: imported,
        name: 'Åke',
        userName: 'ake@example.org',
        isAdmin: false,
        isPowerUser: false,
        real: false,
        blocked: false,
      },
      ...(['admin', 'newcomer', 'player', 'power', 'rival'] as const).map((who) => ({
        id: people[who].userId,
        name: `The ${who}`,
        userName: `${who}@example.com`,
        isAdmin: who === 'admin',
        isPowerUser: who === 'admin' || who === 'power',
        real: true,
        blocked: false,
      })),
    ])
  })

  it('are, for a tournament, its entrants by name without their picks', async () => {
    const { people } = pool
    const path = api.adminTournamentUsers(pool.tournamentId)
    const response = await pool.call(path, people.power)
    const text = await response.text()
    const unpaid = { paidAt: null, paidTo: null }
    const entered = { entryId: expect.any(Number), state: 'entered', at: null, by: null, reason: null, ...unpaid }
    expect(JSON.parse(text)).toEqual([
      { id: people.player.userId, name: 'The player', userName: 'player@example.com', ...entered },
      { id: people.rival.userId, name: 'The rival', userName: 'rival@example.com', ...entered },
    ])
    const client = await createEntryClient(pool)
    await client.create(people.newcomer, client.fill(people.newcomer))
    const names = entrantList.parse(await (await pool.call(path, people.admin)).json())
    expect(names.map(({ name }) => name)).toEqual(['The newcomer', 'The player', 'The rival'])
  })

  it('are refused for an unknown tournament', async () => {
    const response = await pool.call(api.adminTournamentUsers(999_999), pool.people.power)
    expect(response.status).toBe(404)
  })
})

describe.each(databaseKinds())('the audit log over $name', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ kind, startAt: 'scheduled', rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  async function read(before: number | null = null) {
    const response = await pool.call(api.adminAuditLog(before), pool.people.admin)
    expect(response.status).toBe(200)
    return auditLog.parse(await response.json())
  }

  it('is empty at first', async () => {
    expect(await read()).toEqual({ lines: [], people: [], next: null })
  })

  it('is paged from the newest line to the oldest, fifty at a time', async () => {
    const { db } = pool.app.database
    for (let number = 1; number <= 120; number += 1) {
      const userId = number % 2 === 0 ? pool.people.power.userId : null
      const at = new Date(Date.UTC(2026, 3, 9, 12, 0, number))
      await addAuditEntry(db, { userId, action: 'tried', details: { number } }, at)
    }
    const first = await read()
    const second = await read(first.next)
    const third = await read(second.next)
    expect([first, second, third].map(({ lines }) => lines.length)).toEqual([50, 50, 20])
    expect(third.next).toBeNull()
    const numbers = [first, second, third].flatMap(({ lines }) => lines.map(({ details }) => details['number']))
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
    expect(first.lines.slice(0, 2)).toMatchObject([
      { at: '2026-04-09T12:02:00.000Z', user: { name: 'The power' }, action: 'tried' },
      { user: null },
    ])
    expect(await read(third.lines.at(-1)?.id)).toEqual({ lines: [], people: [], next: null })
  })

  it('names the people in the details as they are called today, and a deleted one as a former player', async () => {
    const { db } = pool.app.database
    const { userId } = pool.people.player
    const gone = await addUser(db, { name: 'Ada Lovelace', email: 'ada@example.org' })
    await anonymiseUser(db, gone, new Date())
    const details = { targetId: userId, sourceIds: [gone, gone + 1] }
    await addAuditEntry(db, { userId: null, action: 'users merged', details }, new Date())
    const recipients = { userIds: [pool.people.admin.userId] }
    await addAuditEntry(db, { userId: null, action: 'reminders sent', details: recipients }, new Date())
    const { user } = (await findUser(db, userId)) ?? {}
    expect((await read()).people).toEqual([
      { id: userId, name: user?.name, userName: user?.userName },
      { id: gone, name: 'Former player', userName: '' },
    ])
    const paid = { tournamentId: pool.tournamentId, userIds: [pool.people.rival.userId] }
    await addAuditEntry(db, { userId: null, action: 'payments marked', details: paid }, new Date())
    expect((await read()).people).toContainEqual(expect.objectContaining({ name: 'The rival' }))
  })

  it.each(['0', '-1', '1e3', 'x', '2147483648', '99999999999', '1&before=2', ''])(
    'has no page before %s',
    async (before) => {
      const path = `${api.adminAuditLog(null)}?before=${before}`
      expect((await pool.call(path, pool.people.admin)).status).toBe(400)
    },
  )
})
