import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#built/harness.mjs'
import { golferWithdrawals, notifiedPeople } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { tierProposal } from '#contract/tournament-setup-contract.ts'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import { startSimulator } from '#simulator/simulator-server.ts'
import { createEntryClient, type EntryClient } from '../support/entry-client.ts'
import { type ParsedMail, parseMail } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds, sqlite } from '../support/test-database.ts'
import { addPerson, openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'
import { startWithdrawingFeed, type WithdrawingFeed } from '../support/withdrawing-feed.ts'

const now = new Date('2026-06-18T08:00:00Z')
const start = new Date('2026-06-18T11:00:00Z')
/** Lifetime of a cached event. */
const cacheTtlMs = 20_000

const withoutReceipts = {
  choices: { ...defaultPreferences, receipt: 'off' },
  quietHours: null,
  timeZone: 'UTC',
}

describe.each(databaseKinds())('golfers who withdraw before the start, over $name,', (kind) => {
  let clock: TestClock
  let feed: WithdrawingFeed
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let pool: TestPool
  let client: EntryClient
  let lines: string[]
  const entrantCount = 5

  beforeEach(async () => {
    clock = buildClock(now)
    feed = await startWithdrawingFeed()
    sink = await startSmtpSink()
    lines = []
    pool = await openTestPool({
      kind,
      clock,
      start,
      startAt: 'scheduled',
      feedUrl: feed.url,
      rateLimitFactor: 0,
      mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
      log: createLog('trace', { write: (line) => void lines.push(line) }),
    })
    client = await createEntryClient(pool)
    const { player, rival } = pool.people
    // The two have no golfer in common.
    for (const [person, pick] of [
      [player, 0],
      [rival, 13],
    ] as const) {
      expect((await pool.send('PUT', api.notifications(), person, withoutReceipts)).status).toBe(200)
      const stored = await client.findStored(person)
      expect(await client.change(person, client.fill(person, pick, { id: stored?.id ?? 0 }))).toMatchObject({
        status: 200,
      })
    }
    await addEntrants(entrantCount - 2)
  })
  afterEach(async () => {
    await pool.close()
    await feed.close()
    await sink.close()
  })

  /** Users with the same golfers, none of which either of the two picked. */
  async function addEntrants(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const person = await addPerson(pool.app, `entrant-${index}`)
      expect(await client.create(person, client.fill(person, 26))).toMatchObject({ status: 200 })
    }
  }

  const path = () => api.adminWithdrawals(pool.tournamentId)

  async function find() {
    clock.advance(cacheTtlMs)
    const response = await pool.call(path(), pool.people.power)
    return golferWithdrawals.parse(await response.json())
  }

  async function notifyOwners(): Promise<number | null> {
    const response = await pool.send('POST', path(), pool.people.power, {})
    expect(response.status).toBe(200)
    return notifiedPeople.parse(await response.json()).people
  }

  async function refusal(tournamentId = pool.tournamentId) {
    const response = await pool.send('POST', api.adminWithdrawals(tournamentId), pool.people.power, {})
    const problem = problemDetails.parse(await response.json())
    return [response.status, problemCode(problem.type), problem.detail]
  }

  /** A person's pick at this index (0 to 11). */
  async function pickOf(who: 'player' | 'rival', place: number): Promise<Player> {
    const entry = await client.findStored(pool.people[who])
    const found = client.players.find(({ id }) => id === entry?.selections[place]?.playerId)
    if (!found) throw new Error(`${who} has no pick at ${place}`)
    return found
  }

  /** A golfer of tier D whom nobody picked. */
  async function findUnpickedPlayer(): Promise<Player> {
    const picked = new Set(
      (await client.stored()).flatMap(({ selections }) => selections.map((selection) => selection.playerId)),
    )
    const found = client.players.find(({ id, tier }) => tier === 3 && !picked.has(id))
    if (!found) throw new Error('everybody is picked')
    return found
  }

  const told = () => sink.emails.filter(({ data }) => !data.includes('Subject: Your picks are saved'))
  const mailFor = async (address: string): Promise<ParsedMail> => parseMail((await sink.nextMailTo(address)).data)
  const auditLog = () =>
    pool.app.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'owners told of withdrawals')
      .execute()

  it('are listed with the number of entries that picked them, and a message that names no owner', async () => {
    const [hit, other, unpickedGolfer] = [
      await pickOf('player', 0),
      await pickOf('rival', 3),
      await findUnpickedPlayer(),
    ]
    feed.withdraw(hit.espnId, 'WD')
    feed.withdraw(other.espnId, 'removed')
    feed.withdraw(unpickedGolfer.espnId, 'DNS')
    const { golfers, message, reason } = await find()
    const line = ({ name, espnId, tier }: Player) => ({ name, espnId, tier })
    expect(golfers).toEqual([
      { ...line(hit), status: 'WD', entries: 1, unnotified: 1 },
      ...[
        { ...line(other), status: null, entries: 1, unnotified: 1 },
        { ...line(unpickedGolfer), status: 'DNS', entries: 0, unnotified: 0 },
      ].toSorted((a, b) => order(a.espnId) - order(b.espnId)),
    ])
    expect(reason).toBeUndefined()
    expect(message?.subject).toBe(`Golfers you picked will not play: ${pool.simulator.name}`)
    expect(message?.text).toContain(`${hit.name} (tier A, in your entry N) has withdrawn.`)
    expect(message?.text).not.toContain(unpickedGolfer.name)
    for (const person of ['player', 'rival']) expect(JSON.stringify(message)).not.toContain(`The ${person}`)
  })

  const order = (espnId: string) => client.players.findIndex((player) => player.espnId === espnId)

  it('are announced once to each owner, naming only their own golfers', async () => {
    const [first, second] = [await pickOf('player', 0), await pickOf('player', 7)]
    const rivals = await pickOf('rival', 0)
    for (const { espnId } of [first, second, rivals]) feed.withdraw(espnId, 'WD')
    expect(await notifyOwners()).toBe(2)
    const mail = await mailFor('player@example.com')
    const entry = await client.findStored(pool.people.player)
    expect(mail.recipients).toEqual(['player@example.com'])
    expect(mail.subject).toBe(`Golfers you picked will not play: ${pool.simulator.name}`)
    for (const part of [
      'Hello The player,',
      `${first.name} (tier A, in your entry 1) has withdrawn.`,
      `${second.name} (tier D, in your entry 2) has withdrawn.`,
      '18 June 2026, 11:00 UTC',
      `${pool.app.config.publicUrl}/entry/edit/${entry?.id}`,
    ]) {
      expect(mail.text).toContain(part)
    }
    expect(mail.text).not.toContain(rivals.name)
    const other = await mailFor('rival@example.com')
    expect(other.subject).toBe(`A golfer you picked will not play: ${pool.simulator.name}`)
    expect([other.text.includes(rivals.name), other.text.includes(first.name)]).toEqual([true, false])

    expect(await notifyOwners()).toBe(0)
    expect((await find()).golfers.map(({ entries, unnotified }) => [entries, unnotified])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ])
    // The next message names only the next golfer.
    const third = await pickOf('player', 2)
    feed.withdraw(third.espnId, 'DQ')
    expect((await find()).golfers.filter(({ unnotified }) => unnotified !== 0)).toMatchObject([{ name: third.name }])
    expect(await notifyOwners()).toBe(1)
    const next = await mailFor('player@example.com')
    expect(next.text).toContain(`${third.name} (tier C, in your entry 1) has been disqualified.`)
    expect(next.text).not.toContain(first.name)
    await expect.poll(() => told().length).toBe(3)
  })

  it('are counted for every entry that picked them', async () => {
    const { player } = pool.people
    const stored = await client.findStored(player)
    const selections = client.fill(player).selections.map((selection, place, all) =>
      // The first and the third entry pick the same golfer of tier A.
      place === 8 ? (all[0] ?? selection) : selection,
    )
    await client.change(player, client.fill(player, 0, { id: stored?.id ?? 0, selections }))
    feed.withdraw((await pickOf('player', 0)).espnId, 'WD')
    expect((await find()).golfers).toMatchObject([{ entries: 1, unnotified: 1 }])
    await notifyOwners()
    expect((await mailFor('player@example.com')).text).toContain('(tier A, in your entries 1 and 3) has withdrawn.')
  })

  it('are counted the same when an entry is withdrawn: the difference would tell what it has', async () => {
    feed.withdraw((await pickOf('player', 0)).espnId, 'WD')
    await addEntrants(1)
    const before = (await find()).golfers
    const entryId = (await client.findStored(pool.people.player))?.id
    for (const change of [{ change: 'remove', reason: 'Not paid' }, { change: 'undo' }]) {
      const body = { entryId, ...change }
      const response = await pool.send('POST', api.adminTournamentUsers(pool.tournamentId), pool.people.power, body)
      expect(response.status).toBe(200)
      expect((await find()).golfers).toEqual(before)
    }
  })

  it('are announced once, however many requests arrive at once', async () => {
    feed.withdraw((await pickOf('player', 0)).espnId, 'WD')
    feed.withdraw((await pickOf('rival', 0)).espnId, 'WD')
    const counts = await Promise.all(Array.from({ length: 12 }, notifyOwners))
    expect(counts.toSorted()).toEqual([...Array(11).fill(0), 2])
    const { db } = pool.app.database
    const queued = db.selectFrom('outbox').select('id').where('request_key', 'not like', 'receipt:%')
    expect(await queued.execute()).toHaveLength(2)
  })

  // The queries are shown above: one database suffices for the rest.
  if (kind !== sqlite) return

  it('are none while everyone is in the field, and need no message if nobody picked them', async () => {
    expect(await find()).toEqual({ golfers: [], newcomers: [], message: null })
    clock.advance(cacheTtlMs)
    feed.withdraw((await findUnpickedPlayer()).espnId, 'WD')
    expect(await find()).toMatchObject({ golfers: [{ entries: 0, unnotified: 0 }], message: null })
    expect(await notifyOwners()).toBe(0)
    expect(await auditLog()).toEqual([])

    // Those who join are named, unless they are out already.
    feed.restore()
    const joined = await findUnpickedPlayer()
    await pool.app.database.db.deleteFrom('players').where('id', '=', joined.id).execute()
    clock.advance(cacheTtlMs)
    expect((await find()).newcomers).toEqual([{ name: joined.name, espnId: joined.espnId, tier: 3 }])
    feed.withdraw(joined.espnId, 'WD')
    clock.advance(cacheTtlMs)
    expect((await find()).newcomers).toEqual([])
  })

  it('leave their owners’ names in no response, audit log or log', async () => {
    const hit = await pickOf('player', 0)
    feed.withdraw(hit.espnId, 'WD')
    sink.refuseWith(550, 'no such user: player@example.com')
    await find()
    await notifyOwners()
    const { db } = pool.app.database
    const toOwner = db.selectFrom('outbox').where('recipient', '=', 'player@example.com').select('last_error')
    const failed = () => toOwner.executeTakeFirst()
    await expect.poll(failed).toMatchObject({ last_error: expect.stringContaining('player@example.com') })
    const { tournamentId, people } = pool
    const [line, ...more] = await auditLog()
    expect(more).toEqual([])
    expect([line?.user_id, line?.details]).toEqual([people.power.userId, JSON.stringify({ tournamentId, notified: 1 })])
    await expect.poll(() => lines.join('')).toContain('failed to send a message')
    expect(lines.join('')).not.toMatch(/player@example|The player/)
    expect(lines.join('')).not.toContain(hit.name)
  })

  it('are unknown while the feed is down or lists too few golfers', async () => {
    feed.faults.set('error-500')
    const silent = await find()
    expect(silent).toMatchObject({ golfers: [], message: null, reason: expect.any(String) })
    expect(await refusal()).toEqual([502, 'feed-unavailable', silent.reason])
    feed.faults.set(null)
    for (const { espnId } of client.players.slice(0, 60)) feed.withdraw(espnId, 'removed')
    expect((await find()).reason).toMatch(/Only 96 of your 156 golfers/)
    expect((await refusal())[1]).toBe('feed-unavailable')
    expect(told()).toEqual([])
  })

  it('count as out after the start, without a message', async () => {
    feed.withdraw((await pickOf('player', 0)).espnId, 'WD')
    clock.set(start)
    expect(await find()).toEqual({ golfers: [], newcomers: [], message: null })
    expect(await refusal()).toEqual([409, 'entries-closed', undefined])
    clock.set(now)
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    expect(await find()).toEqual({ golfers: [], newcomers: [], message: null })
    expect(await refusal()).toEqual([409, 'tournament-ended', undefined])
    expect((await refusal(99)).slice(0, 2)).toEqual([404, 'not-found'])
  })
})

it('with fewer than five entrants an organiser gets no counts', async () => {
  const feed = await startWithdrawingFeed()
  const pool = await openTestPool({ start, clock: buildClock(now), startAt: 'scheduled', feedUrl: feed.url })
  const client = await createEntryClient(pool)
  const picked = (await client.findStored(pool.people.rival))?.selections[0]?.playerId
  feed.withdraw(client.players.find(({ id }) => id === picked)?.espnId ?? '', 'removed')
  const path = api.adminWithdrawals(pool.tournamentId)
  const { power, admin } = pool.people
  expect(await (await pool.call(path, power)).text()).toContain('"entries":null,"unnotified":null')
  expect(await (await pool.send('POST', path, power, {})).text()).toBe('{"people":null,"files":null}')
  expect(await (await pool.call(api.adminAuditLog(null), admin)).text()).toContain('owners told of withdrawals')
  await pool.close()
  await feed.close()
})

it('golfers who join get the tier that the ranking proposes, and one edit adds them all', async () => {
  const feed = await startWithdrawingFeed()
  const rankings = await startSimulator({ seed: 'test' })
  const clock = buildClock(now)
  const sources = { feedUrl: feed.url, rankingUrl: rankings.rankingUrl, rateLimitFactor: 0 }
  const pool = await openTestPool({ start, clock, startAt: 'scheduled', ...sources })
  const { app, people, tournamentId } = pool
  const { db } = app.database
  const editor = createTournamentClient(pool)
  const request = { espnId: pool.simulator.eventId, source: 'field' }
  const proposal = await pool.send('POST', api.tournamentProposeTiers(), people.power, request)
  const { golfers } = tierProposal.parse(await proposal.json())
  const [best, last] = [golfers[0], golfers.findLast(({ rank }) => rank !== null)]
  // One of them has left again.
  feed.withdraw(last?.espnId ?? '', 'WD')
  clock.advance(cacheTtlMs)
  await db.deleteFrom('selections').execute()
  const ids = [best?.espnId ?? '', last?.espnId ?? '']
  await db.deleteFrom('players').where('espn_id', 'in', ids).execute()
  const find = async () => {
    const response = await pool.call(api.adminWithdrawals(tournamentId), people.power)
    return golferWithdrawals.parse(await response.json()).newcomers.toSorted((a, b) => a.tier - b.tier)
  }
  const lines = [best, last].map((golfer, index) => ({ name: golfer?.name, espnId: golfer?.espnId, tier: index * 3 }))
  expect(await find()).toEqual(lines)
  // Without the other golfers' ranks, theirs would be the only ones.
  await db.updateTable('players').set({ world_rank: 7 }).execute()
  const newcomers = await find()
  expect(newcomers).toEqual([
    { ...lines[0], rank: best?.rank },
    { ...lines[1], rank: last?.rank },
  ])

  const shown = await editor.open(tournamentId)
  const { id: _id, espnId: _espnId, ...basedOn } = shown
  const added = newcomers.map((golfer, index) => ({ ...golfer, order: shown.players.length + index }))
  const edit = { ...shown, basedOn, players: [...shown.players, ...added] }
  expect(await editor.change({ ...edit, basedOn: { ...basedOn, name: 'Before' } })).toMatchObject({
    code: 'tournament-changed',
  })
  expect(await editor.change(edit)).toMatchObject({ status: 200 })
  expect(await find()).toEqual([])
  expect(await editor.audit('tournament changed')).toHaveLength(1)
  for (const service of [pool, feed, rankings]) await service.close()
})

it('golfers who join get tier D when no ranking and no earlier list knows them, whatever their name', async () => {
  const pool = await openTestPool({ start, clock: buildClock(now), startAt: 'scheduled' })
  const { db } = pool.app.database
  const [first] = pool.simulator
    .listGolfers()
    .map(({ espnId, name }) => ({ espnId, name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  await db.deleteFrom('selections').execute()
  await db
    .deleteFrom('players')
    .where('espn_id', '=', first?.espnId ?? '')
    .execute()
  const response = await pool.call(api.adminWithdrawals(pool.tournamentId), pool.people.power)
  expect(golferWithdrawals.parse(await response.json()).newcomers).toEqual([{ ...first, tier: 3 }])
  await pool.close()
})
