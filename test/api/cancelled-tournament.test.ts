import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const hour = 3_600_000
const reason = 'The course is flooded.'

describe.each(databaseKinds())('a tournament that is cancelled before its start, over $name', (kind) => {
  let pool: TestPool
  let client: EntryClient
  let clock: TestClock

  beforeEach(async () => {
    clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0 })
    client = await createEntryClient(pool)
  })
  afterEach(() => pool.close())

  const cancel = () => pool.send('POST', api.adminCancel(pool.tournamentId), pool.people.power, { reason })
  const reopen = () => pool.send('POST', api.adminReopen(pool.tournamentId), pool.people.admin, { asksSource: false })
  async function codeOf(response: Response): Promise<string> {
    return response.ok ? 'ok' : problemCode(((await response.json()) as { type: string }).type)
  }
  async function open() {
    const path = api.tournament(pool.tournamentId, { players: true, entries: true })
    return tournament.parse(await (await pool.call(path, pool.people.newcomer)).json())
  }

  it('never shows picks, sheet, bundle or seal, to anybody, also after its start while another is open', async () => {
    const { newcomer, power, player } = pool.people
    const own = await client.findStored(player)
    await cancel()
    clock.advance(2 * hour)
    await pool.app.poolEvents.check()
    const editing = createTournamentClient(pool)
    const start = new Date(clock.now().getTime() + hour).toISOString()
    const replacement = editing.fill({ name: 'The replacement', start })
    expect((await pool.send('POST', api.tournamentSave(), power, replacement)).status).toBe(200)
    const shown = await open()
    expect(shown).toMatchObject({ active: false, cancelledReason: reason, endedBeforeStart: true })
    expect(shown.entries).toHaveLength(2)
    for (const entry of shown.entries ?? [])
      expect(entry).toMatchObject({ selections: [], tiebreakers: [], version: 0 })
    for (const key of ['seal', 'lockedChanges', 'withdrawnEntries'] as const) expect(shown[key]).toBeUndefined()
    for (const path of [
      api.tournamentStandings(pool.tournamentId),
      `${api.tournamentStandings(pool.tournamentId)}?atLock=true`,
      api.tournamentBundle(pool.tournamentId),
    ])
      expect(await codeOf(await pool.call(path, newcomer)), path).toBe('not-started')
    expect((await pool.call(api.tournamentProof(pool.tournamentId, own?.id ?? 0), newcomer)).status).toBe(404)
    expect((await pool.call(api.tournamentEntry(own?.id ?? 0), power)).status).toBe(404)
    const results = await pool.call(api.results(player.userId), newcomer)
    expect(await results.json()).toMatchObject({ results: [], favoriteGolfers: [] })
    const { db } = pool.app.database
    expect(await db.selectFrom('seals').select('root').execute()).toEqual([])
    const stored = db.selectFrom('tournaments').select('started_at').where('id', '=', pool.tournamentId)
    expect(await stored.executeTakeFirst()).toEqual({ started_at: null })
  })

  it('stays cancelled after its start', async () => {
    await cancel()
    clock.advance(hour)
    expect(await codeOf(await reopen())).toBe('not-started')
  })

  it('is another than one that is cancelled during play, whose picks everybody has seen', async () => {
    clock.advance(hour)
    await cancel()
    const shown = await open()
    expect(shown.endedBeforeStart).toBeUndefined()
    for (const entry of shown.entries ?? []) expect(entry.selections).toHaveLength(12)
    expect((await pool.call(api.tournamentBundle(pool.tournamentId), pool.people.newcomer)).status).toBe(200)
  })
})
