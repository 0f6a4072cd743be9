import { randomUUID } from 'node:crypto'
import { type ControlledTransaction, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, lockTournament, lockUser } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { createEntryClient, type EntryClient, type EntryResult } from '../support/entry-client.ts'
import { forgetStart } from '../support/forget-start.ts'
import { openPoolProcesses, openSecondProcess } from '../support/second-process.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds, withLimitsOfProduct } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { hasMoreRounds, testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(1)
const hour = 3_600_000

describe.each(databaseKinds())('at the same moment, over $name,', (kind) => {
  const base = buildClock(new Date())
  /** How far each decision advances the clock. */
  let clockStepMs = 0
  const clock = {
    ...base,
    // Only decisions advance it, not the check of the clock in the background.
    async authoritativeNow(db: Db) {
      if (db.isTransaction) base.advance(clockStepMs)
      return base.now()
    },
  }
  const start = new Date(base.now().getTime() + hour)
  let opened: Awaited<ReturnType<typeof openPoolProcesses>>
  let pool: TestPool
  /** One for each process of the pool. */
  let clients: EntryClient[]

  beforeAll(async () => {
    opened = await openPoolProcesses({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
    pool = opened.pool
    clients = await Promise.all(opened.processes.map(({ send }) => createEntryClient({ ...pool, send })))
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    base.set(new Date(start.getTime() - hour))
    clockStepMs = 0
    await forgetStart(pool.app.database.db)
  })

  /** Requests are spread over the processes. */
  const clientOf = (index: number): EntryClient => requireItem(clients, index % clients.length)

  const addPeople = (count: number) =>
    Promise.all(Array.from({ length: count }, () => addPerson(pool.app, randomUUID())))

  const runConcurrently = (count: number, act: (index: number) => Promise<EntryResult>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)))

  const auditOf = (person: Person) =>
    pool.app.database.db.selectFrom('audit_log').select('action').where('user_id', '=', person.userId).execute()

  async function eachRound(race: (person: Person) => Promise<void>): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const [person] = await addPeople(1)
      if (person) await race(person)
    }
  }

  describe.each(hasMoreRounds ? [2, 8, 32] : [2, 32])('%i times,', (count) => {
    it('concurrent first entries of one user create one entry', () =>
      eachRound(async (person) => {
        const client = clientOf(0)
        const answers = await runConcurrently(count, (index) =>
          clientOf(index).create(person, client.fill(person, index)),
        )
        const [winner, ...more] = savedOf(answers)
        expect(more).toEqual([])
        expect(codesOf(answers)).toEqual(Array(count - 1).fill('entry-exists'))
        expect(await client.findStored(person)).toEqual(winner)
        expect(winner).toMatchObject({ version: 1, selections: { length: 12 } })
        expect(await auditOf(person)).toHaveLength(1)
      }))

    it('the same first entry is saved once, and every request is answered with it', () =>
      eachRound(async (person) => {
        const client = clientOf(0)
        const answers = await runConcurrently(count, (index) => clientOf(index).create(person, client.fill(person)))
        const stored = await client.findStored(person)
        expect(savedOf(answers)).toEqual(Array(count).fill(stored))
        expect(stored?.version).toBe(1)
        expect(await auditOf(person)).toHaveLength(1)
      }))

    it('of concurrent changes based on one version one is saved', () =>
      eachRound(async (person) => {
        const client = clientOf(0)
        const { id } = await enter(person)
        const answers = await runConcurrently(count, (index) =>
          clientOf(index).change(person, client.fill(person, index + 1, { id, version: 1 })),
        )
        const [winner, ...more] = savedOf(answers)
        expect(more).toEqual([])
        expect(codesOf(answers)).toEqual(Array(count - 1).fill('entry-changed'))
        expect(await client.findStored(person)).toEqual(winner)
        expect(winner?.version).toBe(2)
      }))

    it('changes without a version are saved one after another, each completely', () =>
      eachRound(async (person) => {
        const client = clientOf(0)
        const { id } = await enter(person)
        const answers = await runConcurrently(count, (index) =>
          clientOf(index).change(person, client.fill(person, index + 1, { id })),
        )
        const saved = savedOf(answers).sort((a, b) => a.version - b.version)
        expect(saved.map(({ version }) => version)).toEqual(Array.from({ length: count }, (_, index) => index + 2))
        expect(await client.findStored(person)).toEqual(saved.at(-1))
      }))
  })

  it('no change is saved at or after the start', async () => {
    for (let round = 0; round < rounds; round += 1) {
      base.set(new Date(start.getTime() - hour))
      clockStepMs = 0
      await forgetStart(pool.app.database.db)
      const people = await addPeople(32)
      const ids = await Promise.all(people.map(async (person) => (await enter(person)).id))
      // Each decision is a millisecond later than the one before: the 16th is at the start.
      base.set(new Date(start.getTime() - 16))
      clockStepMs = 1
      const answers = await runConcurrently(32, (index) => {
        const person = requireItem(people, index)
        return clientOf(index).change(person, clientOf(index).fill(person, 7, { id: requireItem(ids, index) }))
      })
      expect(savedOf(answers)).toHaveLength(15)
      expect(codesOf(answers)).toEqual(Array(17).fill('entries-closed'))
      const changed = await pool.app.database.db
        .selectFrom('entries')
        .select(['version', 'changed_at'])
        .where('id', 'in', ids)
        .where('version', '>', 1)
        .execute()
      expect(changed).toHaveLength(15)
      for (const { changed_at } of changed) expect(changed_at < start.toISOString()).toBe(true)
    }
  })

  it('no entry is created in a tournament that is being ended', async () => {
    const { db } = pool.app.database
    const setActive = (active: 0 | 1) =>
      inTransaction(db, async (trx) => {
        await lockTournament(trx, pool.tournamentId)
        await trx.updateTable('tournaments').set({ active }).where('id', '=', pool.tournamentId).execute()
        return trx.selectFrom('entries').select('id').where('tournament_id', '=', pool.tournamentId).execute()
      })
    for (let round = 0; round < rounds; round += 1) {
      const people = await addPeople(32)
      const create = (from: number) =>
        runConcurrently(16, (index) => {
          const person = requireItem(people, from + index)
          return clientOf(index).create(person, clientOf(index).fill(person, index))
        })
      const [early, known, late] = await Promise.all([create(0), setActive(0), create(16)])
      const answers = [...early, ...late]
      const stored = await clientOf(0).stored()
      expect(stored.map(({ id }) => id)).toEqual(known.map(({ id }) => id).sort((a, b) => a - b))
      for (const entry of savedOf(answers)) expect(stored).toContainEqual(entry)
      expect(codesOf(answers).filter((code) => code !== 'entries-closed')).toEqual([])
      expect(savedOf(answers).length + codesOf(answers).length).toBe(32)
      await setActive(1)
    }
  })

  async function enter(person: Person): Promise<Entry> {
    const [entry] = savedOf([await clientOf(0).create(person, clientOf(0).fill(person))])
    if (!entry) throw new Error('The first entry was refused.')
    return entry
  }
})

/** On a busy machine the start may come before the wait, or PostgreSQL may abort the test's own transaction. */
const retryOnBusyMachine = { retry: 5 }

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('a save that waits for another transaction', () => {
  let pool: TestPool
  let client: EntryClient
  let person: Person
  let id: number

  beforeAll(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    const start = new Date(Date.now() + hour)
    pool = await openTestPool({ kind: postgres, start, startAt: 'scheduled', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    await setStart(new Date(Date.now() + hour))
    person = await addPerson(pool.app, randomUUID())
    const created = await client.create(person, client.fill(person))
    id = 'entry' in created ? created.entry.id : 0
  })

  /** Runs `work` while another transaction is open, and rolls that back unless `work` commits it. */
  async function withOpenTransaction(work: (other: ControlledTransaction<Tables>) => Promise<void>): Promise<void> {
    const other = await pool.app.database.db.startTransaction().execute()
    try {
      await work(other)
    } finally {
      if (!other.isCommitted) await other.rollback().execute()
    }
  }

  async function setStart(start: Date): Promise<void> {
    await pool.app.database.db
      .updateTable('tournaments')
      .set({ start: start.toISOString(), started_at: null })
      .where('id', '=', pool.tournamentId)
      .execute()
  }

  /** By the database's clock, which decides. */
  async function waitUntil(time: Date, trx: Db): Promise<void> {
    const rest = sql`extract(epoch from ${time.toISOString()}::timestamptz - clock_timestamp())`
    await sql`select pg_sleep(${rest})`.execute(trx)
  }

  async function waitUntilBlocked(): Promise<void> {
    const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await waiting.execute(pool.app.database.db)).rows[0]?.count, { interval: 10 })
      .toBe(1)
  }

  it('past the start is refused, because the time after the wait decides', retryOnBusyMachine, () =>
    withOpenTransaction(async (other) => {
      const { clock } = pool.app
      const start = new Date((await clock.authoritativeNow(other)).getTime() + 1500)
      await setStart(start)
      await lockTournament(other, pool.tournamentId)
      const change = client.change(person, client.fill(person, 1, { id }))
      await waitUntilBlocked()
      expect((await clock.authoritativeNow(other)).getTime()).toBeLessThan(start.getTime())
      await waitUntil(start, other)
      await other.commit().execute()
      expect(await change).toMatchObject({ status: 409, code: 'entries-closed' })
      expect((await client.findStored(person))?.version).toBe(1)
    }),
  )

  it('and commits after the start is visible: viewers who looked in between wait for it', retryOnBusyMachine, () =>
    withOpenTransaction(async (other) => {
      const { clock } = pool.app
      const start = new Date((await clock.authoritativeNow(other)).getTime() + 1500)
      await setStart(start)
      await sql`lock table audit_log in exclusive mode`.execute(other)
      const change = client.change(person, client.fill(person, 1, { id }))
      await waitUntilBlocked()
      expect((await clock.authoritativeNow(other)).getTime()).toBeLessThan(start.getTime())
      await waitUntil(start, other)
      const seen = readVisibleAnswers()
      await other.commit().execute()
      expect(await change).toMatchObject({ status: 200 })
      expect(await seen).toEqual(['-1', '61'])
    }),
  )

  /** The person's answers as a rival currently sees them. */
  async function readVisibleAnswers(): Promise<readonly string[] | undefined> {
    const path = api.tournament(pool.tournamentId, { players: false, entries: true })
    const { entries = [] } = tournament.parse(await (await pool.call(path, pool.people.rival)).json())
    return entries.find((entry) => entry.userId === person.userId)?.tiebreakers
  }

  it('until the tournament has ended is refused', () =>
    withOpenTransaction(async (other) => {
      await lockTournament(other, pool.tournamentId)
      await other.updateTable('tournaments').set({ active: 0 }).execute()
      const change = client.change(person, client.fill(person, 1, { id }))
      await waitUntilBlocked()
      await other.commit().execute()
      expect(await change).toMatchObject({ status: 409, code: 'entries-closed' })
      await pool.app.database.db.updateTable('tournaments').set({ active: 1 }).execute()
    }))

  it('until its owner has been merged into another user is refused', () =>
    withOpenTransaction(async (other) => {
      await lockUser(other, person.userId)
      await other
        .updateTable('users')
        .set({ merged_into: pool.people.rival.userId })
        .where('id', '=', person.userId)
        .execute()
      const change = client.change(person, client.fill(person, 1, { id }))
      await waitUntilBlocked()
      await other.commit().execute()
      expect(await change).toMatchObject({ status: 403, code: 'forbidden' })
    }))

  it('in a deadlock is retried once', retryOnBusyMachine, () =>
    withOpenTransaction(async (other) => {
      await lockTournament(other, pool.tournamentId)
      const change = client.change(person, client.fill(person, 1, { id }))
      await waitUntilBlocked()
      // The wrong lock order: each waits for the other until PostgreSQL aborts the one that waited first.
      await lockUser(other, person.userId)
      await other.commit().execute()
      expect(await change).toMatchObject({ status: 200, entry: { version: 2 } })
    }),
  )

  it('for longer than two seconds is refused with 503 and saves nothing', () =>
    withOpenTransaction(async (other) => {
      const limited = await openSecondProcess(pool, pool.app.clock, withLimitsOfProduct(pool.app.config.database))
      await lockTournament(other, pool.tournamentId)
      const response = await limited.send('PUT', api.entrySave(), person, client.fill(person, 1, { id }))
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
      expect((await client.findStored(person))?.version).toBe(1)
      await limited.close()
    }))
})

function savedOf(answers: readonly EntryResult[]): Entry[] {
  return answers.flatMap((response) => ('entry' in response ? [response.entry] : []))
}

/** The codes of the refusals. */
function codesOf(answers: readonly EntryResult[]): string[] {
  return answers.flatMap((response) => ('code' in response ? [response.code] : []))
}

function requireItem<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`There is nothing at ${index}.`)
  return item
}
