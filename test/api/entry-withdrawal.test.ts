import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ListedEntrant, ownEntryWithdrawal } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const hour = 3_600_000

describe.each(databaseKinds())('an entry that does not count, over $name', (kind) => {
  let pool: TestPool
  let client: EntryClient
  let clock: TestClock

  beforeEach(async () => {
    clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + hour)
    // Nothing listens there, so the emails stay in the outbox.
    const mail = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0, mail })
    client = await createEntryClient(pool)
  })
  afterEach(() => pool.close())

  const readOf = (response: Response) => response.json() as Promise<Record<string, unknown> & { type: string }>
  async function codeOf(response: Response): Promise<string> {
    return response.ok ? 'ok' : problemCode((await readOf(response)).type)
  }
  const withdraw = async (person: Person, isWithdrawn = true) =>
    pool.send('POST', api.entryWithdrawal(pool.tournamentId), person, { isWithdrawn })
  const list = async () =>
    (await (
      await pool.call(api.adminTournamentUsers(pool.tournamentId, true), pool.people.power)
    ).json()) as ListedEntrant[]
  const entryOf = async (person: Person) => (await list()).find(({ id }) => id === person.userId)
  async function change(person: Person, what: object): Promise<Response> {
    const entryId = (await entryOf(person))?.entryId
    return pool.send('POST', api.adminTournamentUsers(pool.tournamentId), pool.people.power, { entryId, ...what })
  }
  const remove = (person: Person, reason = 'Not paid') => change(person, { change: 'remove', reason })
  async function open(viewer: Person): Promise<TournamentResponse> {
    const response = await pool.call(api.tournament(pool.tournamentId, { players: true, entries: true }), viewer)
    return (await response.json()) as TournamentResponse
  }
  const entrants = async (viewer: Person) => (await open(viewer)).entries?.map(({ userId }) => userId).sort()
  async function mailsTo(person: 'player' | 'rival'): Promise<string[]> {
    const rows = await pool.app.database.db
      .selectFrom('outbox')
      .select(['message'])
      .where('recipient', '=', `${person}@example.com`)
      .where('request_key', 'not like', 'receipt:%')
      .orderBy('id')
      .execute()
    return rows.map(({ message }) => (JSON.parse(message ?? '{}') as { text: string }).text)
  }
  async function actions(): Promise<string[]> {
    const rows = await pool.app.database.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ details }) => details).join()).not.toContain('selections')
    return rows.map(({ action }) => action).filter((action) => action.startsWith('entry'))
  }

  it('is withdrawn by its owner, who can take it back until the start, and is no entry to anybody', async () => {
    const { player, rival, power } = pool.people
    const before = await client.findStored(player)
    expect(await codeOf(await withdraw(player))).toBe('ok')
    // A repeat changes nothing.
    expect(await codeOf(await withdraw(player))).toBe('ok')
    for (const viewer of [player, rival, power]) expect(await entrants(viewer)).toEqual([rival.userId])
    expect((await open(rival)).withdrawnEntries).toBeUndefined()
    expect((await pool.call(api.tournamentEntry(before?.id ?? 0), player)).status).toBe(404)
    const users = (await (await pool.call(api.adminTournamentUsers(pool.tournamentId), power)).json()) as Person[]
    expect(users).toHaveLength(1)
    const reminders = await (await pool.call(api.adminReminders(pool.tournamentId), power)).text()
    expect(reminders).toContain('The player')
    const own = await pool.call(api.entryWithdrawal(pool.tournamentId), player)
    expect(ownEntryWithdrawal.parse(await own.json())).toMatchObject({ state: 'withdrawn', by: null, reason: null })
    // It may have been picked with golfers who must stay.
    expect(await codeOf(await withdraw(rival, false))).toBe('ok')

    expect(await codeOf(await withdraw(player, false))).toBe('ok')
    expect(await client.findStored(player)).toEqual(before)
    expect(await actions()).toEqual(['entry withdrawal: withdrawn', 'entry withdrawal: undone'])
    expect(await mailsTo('player')).toEqual([
      expect.stringContaining('You can take it back, or enter again, until the start.'),
      expect.stringContaining('You have taken back your withdrawal'),
    ])
    expect(await mailsTo('rival')).toEqual([])
    await withdraw(player)
    clock.advance(hour)
    expect(await codeOf(await withdraw(player, false))).toBe('entries-closed')
    expect(await codeOf(await withdraw(rival))).toBe('entries-closed')
  })

  it('is filled by the next entry of its owner: the same record in a new version', async () => {
    const { player } = pool.people
    const { id, version = 0 } = (await client.findStored(player)) ?? {}
    await withdraw(player)
    expect(await client.change(player, client.fill(player, 3, { id: id ?? 0 }))).toMatchObject({ code: 'not-found' })
    const created = await client.create(player, client.fill(player, 3))
    expect(created).toMatchObject({ status: 200, entry: { id, version: version + 1 } })
    expect(await entryOf(player)).toMatchObject({ state: 'entered', at: null })
    // A repeat gets the same response; other picks are refused.
    expect(await client.create(player, client.fill(player, 3))).toEqual(created)
    expect(await client.create(player, client.fill(player, 4))).toMatchObject({ code: 'entry-exists' })
  })

  it('is removed by an organiser, unseen; its owner cannot enter again until an organiser allows it', async () => {
    const { player, rival, power } = pool.people
    const listed = await pool.call(api.adminTournamentUsers(pool.tournamentId, true), power)
    expect(await listed.text()).not.toMatch(/playerId|selections|tiebreakers/)
    expect(await codeOf(await remove(player))).toBe('ok')
    expect(await codeOf(await remove(player))).toBe('ok')
    expect(await entrants(rival)).toEqual([rival.userId])
    expect(await entryOf(player)).toMatchObject({ state: 'removed', by: 'The power', reason: 'Not paid' })
    const refused = await pool.send('POST', api.entrySave(), player, client.fill(player, 2))
    expect(await readOf(refused)).toMatchObject({
      status: 409,
      detail: 'The power has removed your entry: Not paid. They can allow you to enter again.',
    })
    expect(await codeOf(await withdraw(player, false))).toBe('entry-removed')
    expect(await codeOf(await change(player, { change: 'allow' }))).toBe('ok')
    expect(await entryOf(player)).toMatchObject({ state: 'withdrawn' })
    // What is its owner's is theirs to take back.
    expect(await codeOf(await change(player, { change: 'undo' }))).toBe('entry-withdrawn')
    expect(await codeOf(await remove(player))).toBe('entry-withdrawn')
    expect(await client.create(player, client.fill(player, 2))).toMatchObject({ status: 200 })
    expect(await mailsTo('player')).toEqual([
      expect.stringContaining('The power has removed your entry: Not paid. It does not count.'),
      expect.stringContaining('The power allows you to enter again'),
    ])
  })

  it('is removed and taken back by organisers until the tournament ends; the board says so from the start on', async () => {
    const { player, rival, power, newcomer } = pool.people
    clock.advance(hour)
    await remove(player)
    for (const viewer of [player, rival, newcomer]) {
      const shown = await open(viewer)
      expect(shown.entries?.map(({ userId }) => userId)).toEqual([rival.userId])
      expect(shown.withdrawnEntries).toEqual([{ name: 'The player', by: 'The power', reason: 'Not paid' }])
    }
    const standings = () => pool.call(`/api/tournament/${pool.tournamentId}/standings.csv`, rival)
    expect(await (await standings()).text()).not.toContain('The player')
    expect(await codeOf(await change(player, { change: 'allow' }))).toBe('entries-closed')
    await change(player, { change: 'undo' })
    expect((await open(rival)).withdrawnEntries).toBeUndefined()
    expect(await (await standings()).text()).toContain('The player')

    await remove(player)
    const end = () => pool.send('POST', api.tournamentEnd(pool.tournamentId), power, [])
    expect(await readOf(await end())).toHaveLength(1)
    expect(await codeOf(await change(player, { change: 'undo' }))).toBe('tournament-ended')
    expect(await (await pool.call(api.results(player.userId), player)).text()).not.toContain('places')
    // Reopened, it can come back, and the next end ranks it.
    await pool.send('POST', api.adminReopen(pool.tournamentId), pool.people.admin, { asksSource: false })
    expect(await codeOf(await change(player, { change: 'undo' }))).toBe('ok')
    expect(await readOf(await end())).toHaveLength(2)
    const removed = { kind: 'entry-removed', by: 'The power', reason: 'Not paid', entry: { name: 'The player' } }
    const restored = { kind: 'entry-restored', by: 'The power', reason: null, entry: { name: 'The player' } }
    expect((await open(rival)).lockedChanges).toMatchObject([removed, restored, removed, restored])
  })

  it('never counts again if it was withdrawn or removed before the start, whoever asks', async () => {
    const { player, rival } = pool.people
    await withdraw(rival)
    await remove(player)
    clock.advance(hour)
    const refused = await change(player, { change: 'undo' })
    expect(await readOf(refused)).toMatchObject({
      status: 409,
      detail: 'It was removed before the start, so it never counts again.',
    })
    expect(await codeOf(await change(rival, { change: 'undo' }))).toBe('entry-withdrawn')
    for (const person of [player, rival]) expect(await codeOf(await withdraw(person, false))).toBe('entries-closed')
    const shown = await open(player)
    expect(shown.entries).toEqual([])
    expect(shown.withdrawnEntries).toHaveLength(2)
    // Nothing of this happened after the lock.
    expect(shown.lockedChanges).toBeUndefined()
  })

  it('is not restored by a clock that was set back to before the start', async () => {
    const { player } = pool.people
    clock.advance(hour)
    expect((await open(player)).entries).toHaveLength(2)
    clock.advance(-30_000)
    await remove(player)
    expect(await codeOf(await change(player, { change: 'undo' }))).toBe('ok')
    expect((await open(player)).entries).toHaveLength(2)
  })

  it('is never the own one after the start: an organiser neither removes nor restores it', async () => {
    const { power, admin } = pool.people
    expect(await client.create(power, client.fill(power, 4))).toMatchObject({ status: 200 })
    // Before the start it is theirs like anybody's.
    expect(await codeOf(await remove(power))).toBe('ok')
    expect(await codeOf(await change(power, { change: 'undo' }))).toBe('ok')
    clock.advance(hour)
    expect(await codeOf(await remove(power))).toBe('own-entry')
    expect((await open(power)).entries).toHaveLength(3)
    const entryId = (await entryOf(power))?.entryId
    const path = api.adminTournamentUsers(pool.tournamentId)
    const byAnother = await pool.send('POST', path, admin, { entryId, change: 'remove', reason: 'Not paid' })
    expect(await codeOf(byAnother)).toBe('ok')
    expect(await codeOf(await change(power, { change: 'undo' }))).toBe('own-entry')
    expect(await codeOf(await pool.send('POST', path, admin, { entryId, change: 'undo' }))).toBe('ok')
  })

  it('of two accounts of one player is withdrawn by a merge after the end, and the others move up', async () => {
    const { player, rival, power, admin } = pool.people
    clock.advance(hour)
    await pool.send('POST', api.tournamentEnd(pool.tournamentId), power, [])
    const own = (await client.findStored(rival))?.id
    const userIds = [player.userId, rival.userId]
    const chosen = { userIds, keptEntries: [own] }
    expect(await codeOf(await pool.send('POST', api.adminMergeUsers(), admin, chosen))).toBe('validation-failed')
    // The rival has saved last.
    expect(await codeOf(await pool.send('POST', api.adminMergeUsers(), admin, userIds))).toBe('ok')
    const shown = await open(rival)
    expect(shown.entries).toMatchObject([{ id: own, userId: player.userId }])
    expect(shown.lockedChanges).toMatchObject([{ kind: 'entry-merged', by: 'The admin' }])
    expect(shown.withdrawnEntries).toEqual([
      { name: 'The rival', by: null, reason: 'a second entry of the same player' },
    ])
    const places = await pool.app.database.db.selectFrom('results').select(['user_id', 'place']).execute()
    expect(places).toHaveLength(3)
    expect(Math.min(...places.map(({ place }) => place ?? 9))).toBeLessThan(2)
  })
})
