import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { results } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { userResults } from '#contract/results-contract.ts'
import { season } from '#contract/season-contract.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { addPool } from '#demo/pool-harness.ts'
import { addCorrection } from '#server/feed/correction-store.ts'
import { importResults } from '#server/import/results-import.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { parseMail } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

/** Lifetime of a cached scorecard. */
const interval = 600_000

describe.each(databaseKinds())('an ended tournament over $name', (kind) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let id: number

  beforeEach(async () => {
    sink = await startSmtpSink()
    clock.set(new Date())
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, startAt: 'final', rateLimitFactor: 0, mail, feedIntervalMs: interval })
    id = pool.tournamentId
  })
  afterEach(async () => {
    await pool.close()
    await sink.close()
  })

  async function post(path: string, body: unknown, person: Person = pool.people.admin) {
    const response = await pool.send('POST', path, person, body)
    const said: unknown = await response.json()
    if (response.status === 200) return { status: 200, said }
    const { type, detail } = problemDetails.parse(said)
    return { status: response.status, code: problemCode(type), detail }
  }

  const end = async () => finalPlaces.parse((await post(api.tournamentEnd(id), [])).said)
  const cancel = (reason: string) => post(api.adminCancel(id), { reason }, pool.people.power)
  const reopen = (asksSource = false) => post(api.adminReopen(id), { asksSource })
  const sendResults = () => post(api.adminResults(id), {})
  const get = async (path: string) => (await pool.call(path, pool.people.player)).json()
  const readBoard = async () => leaderboard.parse(await get(api.leaderboard(id)))
  async function readSeasonPlaces() {
    const read = season.parse(await get(api.season(String(clock.now().getUTCFullYear()))))
    return read.people.find(({ userId }) => userId === pool.people.rival.userId)?.places
  }
  const countResults = async () => userResults.parse(await get(api.results(pool.people.player.userId))).results.length
  const disqualify = (espnId: string) =>
    addCorrection(
      pool.app.database.db,
      {
        tournamentId: id,
        espnId,
        scores: { status: 'DQ', rounds: [null, null, null, null], toPar: null },
        reason: 'Wrong card',
        userId: pool.people.power.userId,
      },
      clock.now(),
    )
  async function poll(): Promise<void> {
    await pool.app.feed.refreshTarget()
    await pool.app.feed.refreshScores()
  }
  const listReceived = async (subject: RegExp) => {
    const mails = await Promise.all(sink.emails.map(({ data }) => parseMail(data)))
    return mails.filter((mail) => subject.test(mail.subject))
  }
  /** The first golfers of the rival's first entry, which has a place. */
  async function listPicked() {
    const read = tournament.parse(await get(api.tournament(id, { players: true, entries: true })))
    const { selections = [] } = read.entries?.find(({ userId }) => userId === pool.people.rival.userId) ?? {}
    return selections
      .slice(0, 2)
      .map(({ playerId }) => read.players?.find((player) => player.id === playerId)?.espnId ?? '')
  }

  it('is reopened, corrected and ended again: places, season and those who were sent the result follow', async () => {
    const before = await end()
    expect(await readSeasonPlaces()).toEqual([1])
    await sendResults()
    const { version } = await readBoard()
    expect(await reopen()).toMatchObject({ status: 200, said: { id, active: true } })
    expect(await countResults()).toBe(0)

    // Entries stay locked, even if the clock is set back to before the start.
    clock.advance(-24 * 3_600_000)
    const entries = await createEntryClient(pool)
    expect(await entries.create(pool.people.newcomer, entries.fill(pool.people.newcomer))).toMatchObject({
      status: 409,
    })
    clock.advance(24 * 3_600_000)

    // The feed is not asked, and the scores stay as they were.
    pool.simulator.requests.clear()
    await poll()
    expect(pool.simulator.requests.counts.get('/leaderboard')).toBeUndefined()
    expect(await readBoard()).toMatchObject({ version: version + 1, source: { kind: 'hand' } })
    expect(await end()).toEqual(before)
    expect(await listReceived(/corrected/)).toEqual([])

    await reopen()
    for (const espnId of await listPicked()) await disqualify(espnId)
    await poll()
    const after = await end()
    expect([before, after].map((places) => places.map((entry) => entry.places[0]))).toEqual([
      [null, 1],
      [null, null],
    ])
    // 0: every entry of the rival is out now.
    expect(await readSeasonPlaces()).toEqual([0])
    await expect.poll(() => listReceived(/^The result of .* has been corrected$/)).toHaveLength(2)
    const [mail] = await listReceived(/corrected/)
    expect(mail?.text).toMatch(/has been corrected\.? .*\n\nYour entries\n/)
    expect(await listReceived(/^Results of/)).toHaveLength(2)
    const state = results.parse(await (await pool.call(api.adminResults(id), pool.people.power)).json())
    expect(state).toMatchObject({ missing: 0, sent: { sent: 2 } })
  })

  it('asks the feed again if the admin wants that', async () => {
    pool.simulator.advanceTo('round-2-middle')
    await end()
    await reopen(true)
    pool.simulator.advanceTo('final')
    clock.advance(interval)
    await poll()
    expect(await readBoard()).toMatchObject({ source: { kind: 'feed' }, event: { completed: true } })
    const cards = () => pool.app.database.db.selectFrom('scorecards').select('profile').orderBy('espn_id').execute()
    const old = await cards()
    await end()
    expect(await cards()).not.toEqual(old)
  })

  it('is not reopened by a power user, before its start, beside an active one, or if it was imported', async () => {
    expect(await post(api.adminReopen(id), { asksSource: false }, pool.people.power)).toMatchObject({ status: 403 })
    await end()
    const plan = { espnId: '401', name: 'Next Open', favourites: pool.simulator.listGolfers(), entrantIds: [] }
    const next = await addPool(pool.app, { ...plan, start: new Date(clock.now().getTime() + 3_600_000) })
    expect(await reopen()).toMatchObject({ code: 'tournament-active', detail: 'Next Open is active.' })
    await post(api.tournamentEnd(next), [])
    expect(await post(api.adminReopen(next), { asksSource: true })).toMatchObject({ code: 'not-started' })
    await importResults(
      pool.app,
      Buffer.from('Tournament;Start;Name;Email;Entry 1;Entry 2;Entry 3\nOld;2019-04-11;Ada;a@b.de;1;;'),
      'f.csv',
    )
    const { id: old } = await pool.app.database.db
      .selectFrom('tournaments')
      .select('id')
      .where('name', '=', 'Old')
      .executeTakeFirstOrThrow()
    expect(await post(api.adminReopen(old), { asksSource: true })).toMatchObject({ code: 'not-correctable' })
    expect(await Promise.all([reopen(), reopen()])).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  it('that the organisers have ended without places says why, and counts nowhere until it has some', async () => {
    const reason = 'Abandoned after 36 holes'
    expect(await cancel(reason)).toMatchObject({ status: 200, said: { id, active: false, cancelledReason: reason } })
    expect(await cancel('Another')).toMatchObject({ said: { cancelledReason: reason } })
    expect(await countResults()).toBe(0)
    await pool.app.poolEvents.check()
    expect(await sendResults()).toMatchObject({ code: 'no-results' })

    await reopen(true)
    const places = await end()
    expect(places).toHaveLength(2)
    expect(await get(api.tournament(id, { players: false, entries: false }))).not.toHaveProperty('cancelledReason')
    expect(await cancel(reason)).toMatchObject({ code: 'tournament-ended' })
    await pool.app.poolEvents.check()
    const announced = await pool.app.database.db
      .selectFrom('pool_events')
      .selectAll()
      .where('event_key', '=', 'results')
      .execute()
    expect(announced).toMatchObject([{ is_announced: 1 }])

    // Those who were sent the result hear that there is none any more.
    await sendResults()
    await reopen(true)
    await cancel(reason)
    await expect.poll(() => listReceived(/corrected/)).toHaveLength(2)
    expect((await listReceived(/corrected/))[0]?.text).toContain(`It ended without places: ${reason}`)
  })
})
