import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { tournament, tournamentOfEntry } from '#contract/tournament-contract.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const now = new Date('2026-06-18T10:00:00Z')
const start = new Date('2026-06-18T11:00:00Z')
const whole = { players: true, entries: true }

describe.each(databaseKinds())('picks over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool

  beforeAll(async () => {
    clock = buildClock(new Date())
    pool = await openTestPool({
      kind,
      clock,
      start: new Date(clock.now().getTime() + 3_600_000),
      startAt: 'scheduled',
    })
  })
  afterAll(() => pool.close())

  async function entriesSeenBy(person: Person) {
    const response = await pool.call(api.tournament(pool.tournamentId, whole), person)
    return tournament.parse(await response.json()).entries ?? []
  }

  it('are found by entry id only by their owner; others get 404', async () => {
    const [own] = (await entriesSeenBy(pool.people.player)).filter(
      (entry) => entry.userId === pool.people.player.userId,
    )
    const path = api.tournamentEntry(own?.id ?? 0)
    const found = tournamentOfEntry.parse(await (await pool.call(path, pool.people.player)).json())
    expect(found.entries[0]?.selections).toHaveLength(12)
    const unknown = await pool.call(api.tournamentEntry(999_999), pool.people.rival)
    for (const person of [pool.people.rival, pool.people.admin]) {
      const refused = await pool.call(path, person)
      expect([refused.status, await refused.text()]).toEqual([unknown.status, await unknown.clone().text()])
    }
  })

  it('are shown to everyone from the moment of the start', async () => {
    const begins = Date.parse(
      tournament.parse(await (await pool.call(api.tournament(pool.tournamentId, whole), pool.people.player)).json())
        .start,
    )
    clock.set(new Date(begins - 1))
    expect((await entriesSeenBy(pool.people.newcomer)).every((entry) => entry.selections.length === 0)).toBe(true)
    clock.set(new Date(begins))
    expect((await entriesSeenBy(pool.people.newcomer)).every((entry) => entry.selections.length === 12)).toBe(true)
    clock.set(new Date(begins - 3_600_000))
  })

  it('have the same bytes for all viewers once they are shown, and 304 for those who have them', async () => {
    clock.advance(7_200_000)
    const path = api.tournament(pool.tournamentId, whole)
    const answers = await Promise.all(Object.values(pool.people).map((person) => pool.call(path, person)))
    expect(new Set(await Promise.all(answers.map((response) => response.text()))).size).toBe(1)
    const etag = answers[0]?.headers.get('etag') ?? ''
    const again = await pool.call(path, pool.people.rival, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})

it.each(databaseKinds())(
  'neither the log nor the audit log contains picks, whether a save succeeds or fails, over $name',
  async (kind) => {
    const lines: string[] = []
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const clock = buildClock(now)
    const pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', log })
    const { db } = pool.app.database
    const client = await createEntryClient(pool)
    const { newcomer, power } = pool.people
    const tiebreakers: [string, string] = ['SECRET one', 'SECRET two']
    const good = client.fill(newcomer, 0, { tiebreakers })
    const statuses = []
    statuses.push((await client.create(newcomer, good)).status)
    const { id = 0 } = (await client.findStored(newcomer)) ?? {}
    statuses.push((await client.change(newcomer, { ...good, id, tiebreakers: ['SECRET three', 'SECRET'] })).status)
    statuses.push((await client.create(newcomer, good)).status)
    statuses.push((await client.create(newcomer, { ...good, selections: good.selections.toReversed() })).status)
    statuses.push((await client.create(newcomer, { ...good, SECRET: 1 })).status)
    // PostgreSQL's error messages contain the whole row.
    await corruptEntries(pool)
    statuses.push((await client.create(power, client.fill(power, 0, { tiebreakers }))).status)
    expect(statuses).toEqual([200, 200, 409, 400, 400, 500])

    const text = lines.join('')
    expect(text).toContain('request failed')
    expect(text).not.toMatch(/SECRET|playerId|selections"/)
    const audit = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())
    expect(audit).toContain('entry changed')
    expect(audit).not.toMatch(/SECRET|player|selections/)
    await pool.close()
  },
)

/** Makes every further insert of an entry fail. */
async function corruptEntries({ app: { database } }: TestPool): Promise<void> {
  const statement =
    database.kind === 'postgres'
      ? sql`alter table entries add constraint broken check (tiebreaker_1 not like 'SECRET%') not valid`
      : sql`create trigger broken before insert on entries begin select raise(abort, 'broken'); end`
  await statement.execute(database.db)
}
