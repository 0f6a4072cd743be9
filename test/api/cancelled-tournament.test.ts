import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { cancellationReach, tournament } from '#contract/tournament-contract.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { parseMail } from '../support/mail-parser.ts'
import { countWaitingMessages } from '../support/outbox-rows.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const hour = 3_600_000
const reason = 'The course is flooded.'

describe.each(databaseKinds())('a tournament that is cancelled before its start, over $name', (kind) => {
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let pool: TestPool
  let client: EntryClient
  let clock: TestClock

  beforeEach(async () => {
    clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + hour)
    sink = await startSmtpSink()
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0, mail })
    client = await createEntryClient(pool)
  })
  afterEach(async () => {
    await pool.close()
    await sink.close()
  })

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
    const events = await db.selectFrom('pool_events').select('event_key').execute()
    expect(events.map(({ event_key }) => event_key)).not.toContain('locked')
    for (const { data } of sink.emails) expect((await parseMail(data)).text).not.toContain('Most picked')
    const stored = db.selectFrom('tournaments').select('started_at').where('id', '=', pool.tournamentId)
    expect(await stored.executeTakeFirst()).toEqual({ started_at: null })
  })

  it('stays cancelled after its start', async () => {
    await cancel()
    clock.advance(hour)
    expect(await codeOf(await reopen())).toBe('not-started')
    expect(await open()).toMatchObject({ active: false, cancelledReason: reason, endedBeforeStart: true })
  })

  const findReach = async (path: string) =>
    cancellationReach.parse(await (await pool.call(path, pool.people.admin)).json()).reach
  const listMails = () => Promise.all(sink.emails.map(({ data }) => parseMail(data)))
  const listSubjects = async () =>
    (await listMails()).map(({ recipients, subject }) => `${recipients} ${subject}`).toSorted()

  it('is open again as it was until its start, and whoever was told that it is cancelled is told', async () => {
    const { player, rival, power } = pool.people
    const { name } = await open()
    const [before, rivals] = [await client.findStored(player), await client.findStored(rival)]
    expect(await findReach(api.adminCancel(pool.tournamentId))).toEqual({ devices: 0, emails: 2, files: 0, none: 0 })
    await cancel()
    const cancelled = [`player@example.com Cancelled: ${name}`, `rival@example.com Cancelled: ${name}`]
    await expect.poll(listSubjects).toEqual(cancelled)
    expect(
      await codeOf(await pool.send('PUT', api.entrySave(), player, { ...client.fill(player, 1), id: before?.id })),
    ).toBe('entries-closed')
    expect(await codeOf(await pool.call(api.adminCancel(pool.tournamentId), power))).toBe('tournament-ended')
    expect(await findReach(api.adminReopen(pool.tournamentId))).toEqual({ devices: 0, emails: 2, files: 0, none: 0 })
    clock.advance(hour - 1)
    expect(await codeOf(await pool.send('POST', api.adminReopen(pool.tournamentId), power, { asksSource: true }))).toBe(
      'forbidden',
    )
    expect(await codeOf(await reopen())).toBe('ok')
    // A repeat tells nobody twice.
    expect(await codeOf(await reopen())).toBe('ok')
    const reopened = [`player@example.com Not cancelled: ${name}`, `rival@example.com Not cancelled: ${name}`]
    await expect.poll(listSubjects).toEqual([...cancelled, ...reopened].toSorted())
    await expect.poll(() => countWaitingMessages(pool.app.database.db)).toBe(0)
    expect((await listMails()).at(-1)?.text).toMatch(
      /Your entry is as it was, and you can change it until \d+ \w+ \d{4}, \d\d:\d\d UTC\./,
    )
    const shown = await open()
    expect(shown).toMatchObject({ active: true })
    for (const key of ['cancelledReason', 'endedBeforeStart'] as const) expect(shown[key]).toBeUndefined()
    for (const entry of shown.entries ?? []) expect(entry.selections).toEqual([])
    expect([await client.findStored(player), await client.findStored(rival)]).toEqual([before, rivals])
    const changed = await client.change(player, client.fill(player, 1, { id: before?.id ?? 0 }))
    expect(changed.status).toBe(200)
    clock.advance(1)
    for (const entry of (await open()).entries ?? []) expect(entry.selections).toHaveLength(12)
    expect((await pool.call(api.tournamentBundle(pool.tournamentId), pool.people.newcomer)).status).toBe(200)
  })

  it('is not reopened while another is active', async () => {
    await cancel()
    const editing = createTournamentClient(pool)
    expect((await editing.create(editing.fill({ name: 'The replacement' }))).status).toBe(200)
    expect(await codeOf(await reopen())).toBe('tournament-active')
    expect(await open()).toMatchObject({ active: false, endedBeforeStart: true })
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
