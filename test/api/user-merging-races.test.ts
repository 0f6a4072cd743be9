import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEntry, inTransaction } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { addUser } from '../support/add-user.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { openPoolProcesses } from '../support/second-process.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, type TestPool } from '../support/test-pool.ts'
import { testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(2)
const hour = 3_600_000

describe.each(databaseKinds())('at the same moment as a merge, over $name,', (kind) => {
  const clock = buildClock(new Date())
  const start = new Date(clock.now().getTime() + hour)
  let opened: Awaited<ReturnType<typeof openPoolProcesses>>
  let pool: TestPool
  /** One for each process of the pool. */
  let clients: EntryClient[]

  beforeAll(async () => {
    opened = await openPoolProcesses({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0 })
    pool = opened.pool
    clients = await Promise.all(opened.processes.map(({ send }) => createEntryClient({ ...pool, send })))
  })
  afterAll(() => opened.close())

  const add = () => addPerson(pool.app, randomUUID())
  const processAt = (index: number) => opened.processes[index % opened.processes.length] ?? pool
  const merge = (process: number, ids: number[]) =>
    processAt(process).send('POST', api.adminMergeUsers(), pool.people.admin, ids)
  const clientOf = (process: number): EntryClient => clients[process % clients.length] ?? fail()

  async function eachRound(race: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await race(round)
      await expectNoOrphans()
    }
  }

  /** Merged users own nothing, and nobody was merged into a merged user. */
  async function expectNoOrphans(): Promise<void> {
    const { db } = pool.app.database
    const gone = db.selectFrom('users').select('id').where('merged_into', 'is not', null)
    for (const table of ['user_identities', 'entries', 'results'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', 'in', gone).execute(), table).toEqual([])
    expect(await gone.where('merged_into', 'in', gone).execute()).toEqual([])
  }

  const entriesOf = (ids: number[]) =>
    pool.app.database.db
      .selectFrom('entries')
      .select(['id', 'user_id'])
      .where('user_id', 'in', ids)
      .where('tournament_id', '=', pool.tournamentId)
      .execute()

  it('a new entry of a source is refused, or prevents the merge until the start', () =>
    eachRound(async (round) => {
      const [target, source] = [await add(), await add()]
      const ids = [target.userId, source.userId]
      const [response, merged] = await Promise.all([
        clientOf(round).create(source, clientOf(round).fill(source)),
        merge(round + 1, ids),
      ])
      // After the merge, the id in the body is no longer that of the token's user.
      expect([
        [200, 409],
        [403, 200],
      ]).toContainEqual([response.status, merged.status])
      const stored = await entriesOf(ids)
      expect(stored.map(({ user_id }) => user_id)).toEqual(response.status === 200 ? [source.userId] : [])
    }))

  it('if both enter, they are not merged, or the entry of the source is refused', () =>
    eachRound(async (round) => {
      const [target, source] = [await add(), await add()]
      const ids = [target.userId, source.userId]
      const [merged, ...answers] = await Promise.all([
        merge(round, ids),
        ...[source, target].map((person, index) =>
          clientOf(round + index).create(person, clientOf(0).fill(person, index)),
        ),
      ])
      const saved = answers.filter(({ status }) => status === 200)
      expect(await entriesOf(ids)).toHaveLength(saved.length)
      expect(answers.map(({ status }) => status)).toEqual(merged.status === 200 ? [403, 200] : [200, 200])
    }))

  it('repeated merges have one effect, and every request is answered', () =>
    eachRound(async () => {
      const [target, one, two] = [await add(), await add(), await add()]
      const ids = [target.userId, one.userId, two.userId]
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => merge(index, ids)))
      const texts = await Promise.all(answers.map((response) => response.text()))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(new Set(texts).size).toBe(1)
    }))

  it('overlapping merges run one after another, and no identity is lost', () =>
    eachRound(async () => {
      const people = await Promise.all(Array.from({ length: 4 }, add))
      const [a = 0, b = 0, c = 0, d = 0] = people.map(({ userId }) => userId)
      const lists = [
        [a, b],
        [b, a],
        [b, c],
        [c, d, a],
        [d, b],
        [a, d, c],
      ]
      const statuses = (await Promise.all(lists.map((ids, index) => merge(index, ids)))).map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      const { db } = pool.app.database
      const identities = await db
        .selectFrom('user_identities')
        .innerJoin('users', 'users.id', 'user_identities.user_id')
        .select(['users.id', 'users.merged_into'])
        .where('users.id', 'in', [a, b, c, d])
        .execute()
      expect(identities).toHaveLength(4)
      expect(identities.every(({ merged_into }) => merged_into === null)).toBe(true)
    }))

  it.each(['target', 'source'] as const)(
    'the first sign-in of an imported %s creates a user or takes over an existing one',
    (which) =>
      eachRound(async (round) => {
        const { db } = pool.app.database
        const subject = randomUUID()
        const email = `${subject}@example.org`
        const imported = await addUser(db, { name: 'Imported', email, isReal: false })
        const other = await add()
        const token = await mintAccessToken(pool.app, { subject, name: 'Signed in', email })
        const ids = which === 'target' ? [imported, other.userId] : [other.userId, imported]
        const calls = Array.from({ length: 3 }, (_, index) =>
          fetch(`${processAt(round + index).url}${api.user()}`, {
            headers: { authorization: `Bearer ${token}` },
          }),
        )
        const [merged, ...answers] = await Promise.all([merge(round, ids), ...calls])
        expect([merged.status, ...answers.map(({ status }) => status)]).toEqual([200, 200, 200, 200])
        const last = await fetch(pool.url + api.user(), { headers: { authorization: `Bearer ${token}` } })
        const { id } = user.parse(await last.json())
        const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        expect(row).toMatchObject({ merged_into: null, is_real: 1 })
        expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(
          // Taken over before the merge, the user was merged as well. Otherwise there is a new user with this address.
          id === imported || id === other.userId ? 1 : 2,
        )
      }),
  )

  it('the end of the tournament gives its places to the target', () =>
    eachRound(async (round) => {
      const { db } = pool.app.database
      const [target, source] = [await add(), await add()]
      const playerIds = clientOf(0)
        .fill(source)
        .selections.map(({ playerId }) => playerId)
      const entry = {
        tournamentId: pool.tournamentId,
        userId: source.userId,
        tiebreakers: ['a', 'b'] as const,
        playerIds,
      }
      await inTransaction(db, (trx) => addEntry(trx, entry, clock.now()))
      clock.set(new Date(start.getTime() + hour))
      const [ended, merged] = await Promise.all([
        processAt(round).send('POST', api.tournamentEnd(pool.tournamentId), pool.people.power, []),
        merge(round + 1, [target.userId, source.userId]),
      ])
      expect([ended.status, merged.status]).toEqual([200, 200])
      const places = db.selectFrom('results').select('user_id').distinct()
      const owners = (await places.where('tournament_id', '=', pool.tournamentId).execute()).map(
        ({ user_id }) => user_id,
      )
      expect(owners).toContain(target.userId)
      expect(owners).not.toContain(source.userId)
      // Reopened for the next round.
      await db.deleteFrom('results').execute()
      await db.updateTable('tournaments').set({ active: 1 }).execute()
      clock.set(new Date(start.getTime() - hour))
    }))
})

function fail(): never {
  throw new Error('There is no client.')
}
