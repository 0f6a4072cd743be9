import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { endTournament } from '../support/end-tournament.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

let pool: TestPool
beforeAll(async () => {
  const start = new Date(Date.now() + 24 * 60 * 60_000)
  pool = await openTestPool({ startAt: 'scheduled', start, withoutScores: true, rateLimitFactor: 0 })
})
afterAll(() => pool.close())

const download = (id = pool.tournamentId) => pool.call(api.tournamentCalendarFile(id), pool.people.newcomer)

it('the calendar is a file for people who have signed in', async () => {
  const response = await download()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.ics"?$/)
  expect((await response.text()).match(/BEGIN:VEVENT/g)).toHaveLength(5)
  expect((await pool.call(api.tournamentCalendarFile(pool.tournamentId), null)).status).toBe(401)
  expect((await download(999)).status).toBe(404)
})

it('replaces an earlier one after an organiser’s change, and reveals nothing about saved entries', async () => {
  const before = await (await download()).text()
  expect(before).toContain('SEQUENCE:0\r\n')
  const client = await createEntryClient(pool)
  const saved = await pool.send('POST', api.entrySave(), pool.people.newcomer, client.fill(pool.people.newcomer))
  expect(saved.status).toBe(200)
  expect(await (await download()).text()).toBe(before)
  const organiser = createTournamentClient(pool)
  const body = await organiser.open(pool.tournamentId, { name: 'Spring Open' })
  expect((await pool.send('PUT', api.tournamentSave(), pool.people.power, body)).status).toBe(200)
  const after = await (await download()).text()
  expect(after).toContain('SEQUENCE:1\r\n')
  expect(after.match(/UID:.*/g)).toEqual(before.match(/UID:.*/g))
})

type Event = Readonly<Record<string, string>>

/** The properties of each event, by name; those of its alarm are left out. */
function readEvents(file: string): Event[] {
  const [, ...events] = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n')
  return events.map((text) => {
    const lines = text.replace(/BEGIN:VALARM.*END:VALARM\r\n/s, '').split('\r\n')
    return Object.fromEntries(lines.map((line) => line.split(/[:;](.*)/s).slice(0, 2)))
  })
}

const toUtc = (instant: string | null) => instant && `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`

describe.each(databaseKinds())('the tee times of picked golfers, over $name,', (kind) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let files: Record<keyof TestPool['people'], string>

  beforeAll(async () => {
    const start = new Date(clock.now().getTime() + 3_600_000)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-1-waiting', rateLimitFactor: 0 })
    await downloadAll()
  })
  afterAll(() => pool.close())

  async function downloadAll() {
    const downloads = Object.entries(pool.people).map(async ([name, person]) => {
      const response = await pool.call(api.tournamentCalendarFile(pool.tournamentId), person)
      expect(response.headers.get('cache-control')).toBe('no-store')
      return [name, await response.text()] as const
    })
    files = Object.fromEntries(await Promise.all(downloads)) as typeof files
  }

  async function advanceTo(milestone: Parameters<typeof pool.simulator.advanceTo>[0]) {
    pool.simulator.advanceTo(milestone)
    await pool.app.feed.pollNow()
    await downloadAll()
  }

  const ownEvents = (name: keyof typeof files) => readEvents(files[name]).slice(5)

  /** What the golfers of somebody's entries wait for, by UID. */
  async function expectedTimes(name: keyof typeof files, round: number) {
    const { userId } = pool.people[name]
    const client = await createEntryClient(pool)
    const entry = await client.findStored(pool.people[name])
    const picked = new Set(entry?.selections.map(({ playerId }) => playerId))
    const response = await pool.call(api.leaderboard(pool.tournamentId), pool.people.newcomer)
    const { golfersScores } = leaderboard.parse(await response.json())
    const times = client.players.flatMap(({ id, espnId }) => {
      const time = toUtc(golfersScores.find((golfer) => golfer.espnId === espnId)?.teeTime ?? null)
      const uid = `tee-${userId}-${espnId}-${round}-${pool.tournamentId}@localhost`
      return picked.has(id) && time !== null ? [[uid, time] as const] : []
    })
    return Object.fromEntries(times)
  }

  const ownTimes = (name: keyof typeof files) =>
    Object.fromEntries(ownEvents(name).map(({ UID = '', DTSTART }) => [UID, DTSTART]))

  it('are in no file before the start', async () => {
    expect(new Set(Object.values(files)).size).toBe(1)
    expect(Object.keys(await expectedTimes('player', 1)), 'they are known').not.toEqual([])
    expect(readEvents(files.player)).toHaveLength(5)
  })

  it('are in the file of whoever has picked them, and in no other, from the start on', async () => {
    const common = files.newcomer
    clock.advance(3_600_000)
    await downloadAll()
    for (const name of ['player', 'rival'] as const) {
      expect(ownTimes(name)).toEqual(await expectedTimes(name, 1))
      expect(files[name].startsWith(common.replace(/END:VCALENDAR\r\n$/, ''))).toBe(true)
    }
    expect(ownTimes('player')).not.toEqual(ownTimes('rival'))
    for (const name of ['newcomer', 'power', 'admin'] as const) expect(files[name], name).toBe(common)
    expect((await pool.call(api.tournamentCalendarFile(pool.tournamentId), null)).status).toBe(401)
  })

  it('move when they change, and otherwise stay as they are', async () => {
    const { player } = files
    const before = ownEvents('player')
    await downloadAll()
    expect(files.player, 'nothing has changed').toBe(player)
    const board = await pool.app.hub.findLatest(pool.tournamentId)
    if (!board) throw new Error('There are no scores.')
    const { message: field, extras } = board
    const moved = before.map(({ UID = '' }) => UID.split('-')[2]).at(-1)
    const at = '2026-01-02T03:04:00Z'
    const golfersScores = field.golfersScores.map((golfer) =>
      golfer.espnId === moved ? { ...golfer, teeTime: at } : golfer,
    )
    const requestedAt = new Date(Date.parse(field.timeStamp) + 60_000)
    const { source } = field
    await pool.app.hub.update(pool.tournamentId, { field: { ...field, golfersScores }, source, extras, requestedAt })
    await downloadAll()
    const after = ownEvents('player')
    expect(after[0], 'the earliest is first').toMatchObject({ UID: before.at(-1)?.['UID'], DTSTART: toUtc(at) })
    expect(after.map(({ UID }) => UID).toSorted()).toEqual(before.map(({ UID }) => UID).toSorted())
    expect(Number(after[0]?.['SEQUENCE'])).toBeGreaterThan(Number(before.at(-1)?.['SEQUENCE']))
  })

  it('are those of the next round, without golfers who play or are out, until the tournament has ended', async () => {
    const first = Number(ownEvents('player')[0]?.['SEQUENCE'])
    await advanceTo('round-2-middle')
    const waiting = Object.keys(ownTimes('player')).length
    expect(ownTimes('player')).toEqual(await expectedTimes('player', 2))
    await advanceTo('round-3-waiting')
    expect(ownTimes('player')).toEqual(await expectedTimes('player', 3))
    expect(Object.keys(ownTimes('player')).length).not.toBe(waiting)
    expect(Number(ownEvents('player')[0]?.['SEQUENCE'])).toBeGreaterThan(first)
    await endTournament(pool.app, pool.tournamentId)
    await downloadAll()
    expect(files.player).toBe(files.newcomer)
    expect(readEvents(files.player)).toHaveLength(5)
  })
})
