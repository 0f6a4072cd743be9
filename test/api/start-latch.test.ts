import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ClockChangedError } from '#built/harness.mjs'
import { api, routePaths } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { forgetStart } from '../support/forget-start.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const hour = 3_600_000

describe.each(databaseKinds())('the start over $name', (kind) => {
  const base = buildClock(new Date())
  const start = new Date(base.now().getTime() + hour)
  let isInDoubt = false
  let saves = 0
  const clock = {
    ...base,
    async authoritativeNow() {
      if (isInDoubt) throw new ClockChangedError(base.now())
      return base.now()
    },
  }
  let pool: TestPool
  let entries: EntryClient

  beforeAll(async () => {
    pool = await openTestPool({ kind, clock, start, rateLimitFactor: 0 })
    entries = await createEntryClient(pool)
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    isInDoubt = false
    base.set(new Date(start.getTime() - 1))
    await forgetStart(pool.app.database.db)
  })

  async function readPicks(): Promise<number> {
    const path = api.tournament(pool.tournamentId, { players: false, entries: true })
    const { entries: shown = [] } = tournament.parse(await (await pool.call(path, pool.people.rival)).json())
    return shown.find(({ userId }) => userId === pool.people.player.userId)?.selections.length ?? -1
  }

  async function save() {
    saves += 1
    const { player } = pool.people
    const id = (await entries.findStored(player))?.id ?? 0
    return entries.change(player, entries.fill(player, saves, { id }))
  }

  async function move(byMs: number) {
    const client = createTournamentClient(pool)
    const other = new Date(start.getTime() + byMs).toISOString()
    return client.change(await client.open(pool.tournamentId, { start: other }))
  }

  /** Each of them decides by the start, and may be the first to do so. */
  const observers: [string, () => Promise<unknown>][] = [
    ['a viewer', readPicks],
    ['a refused save', save],
    ['a refused edit', () => move(hour)],
    ['the results of a player', () => pool.call(api.results(pool.people.player.userId), pool.people.rival)],
    ['the standings file', () => pool.call(api.tournamentStandings(pool.tournamentId), pool.people.rival)],
    [
      'a refused reminder',
      () => pool.send('POST', api.adminReminders(pool.tournamentId), pool.people.power, { userIds: [1] }),
    ],
    ['the audit email', () => pool.call(api.adminSendAuditMail(), pool.people.admin, { headers: { ...pool.xsrf } })],
    ['the timer of the leader', () => pool.app.poolEvents.check()],
  ]

  it.each(observers)('stays when the clock is set back after it was observed by %s', async (_, observe) => {
    base.set(start)
    await observe()
    base.set(new Date(start.getTime() - hour))
    expect(await save()).toMatchObject({ status: 409, code: 'entries-closed' })
    expect(await move(hour)).toMatchObject({ status: 409, code: 'tournament-started' })
    expect(await move(-hour)).toMatchObject({ status: 409, code: 'tournament-started' })
    expect(await readPicks()).toBe(12)
  })

  it('is not decided while the clock is in doubt: nothing is saved and nothing is shown', async () => {
    base.set(start)
    isInDoubt = true
    expect(await readPicks()).toBe(0)
    const results = await pool.call(api.results(pool.people.player.userId), pool.people.rival)
    expect(await results.json()).toMatchObject({ favoriteGolfers: [] })
    const { player } = pool.people
    const id = (await entries.findStored(player))?.id ?? 0
    const refused = await pool.send('PUT', api.entrySave(), player, entries.fill(player, 3, { id }))
    expect(problemDetails.parse(await refused.json()).detail).toMatch(/^The server’s clock has changed/)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await fetch(pool.url + routePaths.ready)).status).toBe(200)
    isInDoubt = false
    expect(await readPicks()).toBe(12)
    isInDoubt = true
    expect(await readPicks()).toBe(12)
  })
})
