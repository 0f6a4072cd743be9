import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUserDeletion, listLockedChanges, parseCsv } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { lacks } from '../support/optional-programs.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

/**
 * Random operations after the lock: removals, their undo, merges, new names, deleted accounts, the end and reopenings. All picks
 * as of the lock stay what they were, line by line; only names differ. Whatever was done to an entry is in the list at the end.
 */
const steps = 10 * testRounds(2)
const hour = 3_600_000

describe.each(databaseKinds())('all picks as of the lock over $name', (kind) => {
  let pool: TestPool
  let client: EntryClient
  let clock: TestClock
  const entrants: Person[] = []

  beforeAll(async () => {
    clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
    for (let number = 0; number < 8; number += 1) {
      const person = await addPerson(pool.app, `entrant-${number}`)
      expect((await client.create(person, client.fill(person, number))).status).toBe(200)
      entrants.push(person)
    }
    entrants.push(pool.people.player, pool.people.rival)
    // Before the lock: none of these is ever in it.
    await change(
      (await pool.app.database.db.selectFrom('entries').select('id').orderBy('id').execute())[3]?.id ?? 0,
      'remove',
    )
    const withdrawn = { isWithdrawn: true }
    await pool.send('POST', api.entryWithdrawal(pool.tournamentId), entrants[4] ?? pool.people.player, withdrawn)
    clock.set(start)
  })
  afterAll(() => pool.close())

  async function change(entryId: number, what: 'remove' | 'undo') {
    const body = { entryId, change: what, ...(what === 'remove' && { reason: 'Not paid' }) }
    return pool.send('POST', api.adminTournamentUsers(pool.tournamentId), pool.people.power, body)
  }

  async function download(): Promise<string> {
    const response = await pool.call(`${api.tournamentStandings(pool.tournamentId)}?atLock=true`, pool.people.newcomer)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer()).toString()
  }

  /** The lines of the picks without names, and the lines after the digest. */
  function split(sheet: string) {
    const rows = parseCsv(Buffer.from(sheet)).map(({ cells }) => cells)
    const end = rows.findIndex(([first]) => first === 'SHA-256 of the lines above')
    const locked = rows.slice(0, end)
    return {
      fixed: locked.map(([position, name = '', ...rest]) => [position, name.replace(/^.*(?= [123]$)/, ''), ...rest]),
      changes: rows.slice(end + 1),
    }
  }

  it('stay the same whatever is done later; only names differ, and the changes follow', async () => {
    const { db } = pool.app.database
    const random = testRandom()
    const deletion = createUserDeletion({ ...pool.app, db, clock })
    const first = split(await download())
    // Eight of ten entries count, with three lines each, between the heading and the seal.
    expect(first.fixed).toHaveLength(1 + 24 + 1)
    const ids = (await db.selectFrom('sealed_entries').select('entry_id').orderBy('entry_id').execute()).map(
      ({ entry_id }) => entry_id,
    )
    const all = (await db.selectFrom('entries').select('id').execute()).map(({ id }) => id)
    const { power, admin } = pool.people
    const every = ['remove', 'undo', 'merge', 'rename', 'delete', 'end', 'reopen'] as const
    const done = new Map<string, number>()
    for (let step = 0; step < every.length + steps; step += 1) {
      clock.advance(1000)
      // Each of them once, so that it is done, and then at random.
      const act = every[step] ?? random.pick(every)
      const [one, other] = step < every.length ? entrants : [random.pick(entrants), random.pick(entrants)]
      if (!one || !other) throw new Error('There are entrants.')
      const entryId = step < every.length ? (ids[7] ?? 0) : random.pick(all)
      let isDone = true
      if (act === 'remove' || act === 'undo') isDone = (await change(entryId, act)).ok
      else if (act === 'merge')
        isDone = one !== other && (await pool.send('POST', api.adminMergeUsers(), admin, [one.userId, other.userId])).ok
      else if (act === 'delete') isDone = (await deletion.deleteUser(one.userId, 'owner')).kind === 'deleted'
      else if (act === 'end') isDone = (await pool.send('POST', api.tournamentEnd(pool.tournamentId), power, [])).ok
      else if (act === 'reopen')
        isDone = (await pool.send('POST', api.adminReopen(pool.tournamentId), admin, { asksSource: false })).ok
      else {
        const renamed = db
          .updateTable('users')
          .set({ name: `Name ${step}` })
          .where('id', '=', one.userId)
        await renamed.where('deleted_at', 'is', null).execute()
      }
      if (isDone) done.set(act, (done.get(act) ?? 0) + 1)
      const now = split(await download())
      expect(now.fixed, `after ${act}`).toEqual(first.fixed)
      expect(now.changes).toHaveLength((await listLockedChanges(db, pool.tournamentId)).length)
      // Nothing that was not in the lock ever counts.
      for (const entry of await client.stored()) expect(ids).toContain(entry.id)
    }
    expect([...done.keys()].sort()).toEqual([...every].sort())
    expect((await db.selectFrom('seals').select('size').execute()).map(({ size }) => size)).toEqual([8])
  })

  it.skipIf(lacks('the check of a sheet in a shell', 'sha256sum'))(
    'are checked with the command of docs/rules.md, 9.9',
    async () => {
      const sheet = await download()
      const [, digest] = /^SHA-256 of the lines above,(\w{64})/m.exec(sheet) ?? []
      const command = `sed '/^SHA-256/,$d' | sha256sum`
      const output = execFileSync('sh', ['-c', command], { input: sheet, encoding: 'utf8' })
      expect(output.split(' ')[0]).toBe(digest)
    },
  )
})
