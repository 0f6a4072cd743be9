import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type ScoreCorrectionSubmission, scoreCorrectionList } from '#contract/score-correction-contract.ts'
import { type ChatReceiver, startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const start = new Date('2026-06-18T11:00:00Z')
const hour = 3_600_000
const noScores = { status: null, rounds: [null, null, null, null], toPar: null }

// Each test continues with the tournament of the previous one.
describe.each(databaseKinds())('corrections over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool
  let chat: ChatReceiver
  let espnId: string

  beforeAll(async () => {
    clock = buildClock(new Date(start.getTime() - hour))
    chat = await startChatReceiver()
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0 })
    await poll()
    const [favourite] = await pool.app.database.db
      .selectFrom('selections')
      .innerJoin('players', 'players.id', 'selections.player_id')
      .select('players.espn_id')
      .execute()
    espnId = favourite?.espn_id ?? ''
    const webhook = { url: testAddresses.slack, kinds: ['correction'] }
    expect((await pool.send('POST', api.adminWebhooks(), pool.people.power, webhook)).status).toBe(200)
  })
  afterAll(async () => {
    await pool.close()
    await chat.close()
  })

  async function poll(): Promise<void> {
    await pool.app.feed.refreshTarget()
    await pool.app.feed.pollNow()
  }

  async function toAnswer(response: Response) {
    const body: unknown = await response.json()
    if (response.status === 200) return { status: 200, list: scoreCorrectionList.parse(body) }
    const { type, detail, fields = [] } = problemDetails.parse(body)
    return { status: response.status, code: problemCode(type), detail, fields }
  }
  const submit = async (changes: Partial<ScoreCorrectionSubmission>, person: Person = pool.people.power) => {
    const body = { espnId, ...noScores, reason: 'Wrong card', basedOn: null, ...changes }
    return toAnswer(await pool.send('POST', api.adminCorrections(pool.tournamentId), person, body))
  }
  const end = async (id: number, person: Person = pool.people.power) =>
    toAnswer(await pool.send('POST', api.adminCorrectionEnd(pool.tournamentId), person, { id }))
  const list = async () =>
    scoreCorrectionList.parse(
      await (await pool.call(api.adminCorrections(pool.tournamentId), pool.people.power)).json(),
    )
  /** The golfer's row after the poll that a change has started. */
  async function findRow() {
    await pool.app.feed.refreshScores()
    const response = await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)
    return leaderboard.parse(await response.json()).golfersScores.find((golfer) => golfer.espnId === espnId)
  }
  const listActions = async () => {
    const rows = await pool.app.database.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .orderBy('id')
      .execute()
    return rows.filter(({ action }) => /correct/.test(action))
  }

  it('are refused before the start', async () => {
    expect(await submit({ status: 'DQ' })).toMatchObject({
      ...{ status: 409, code: 'not-started', detail: 'Scores can be corrected once the tournament has started.' },
    })
    expect(await list()).toEqual([])
  })

  it('are shown at once, named in the file of standings, logged by ids, and posted to chats', async () => {
    clock.set(new Date(start.getTime() + 30 * hour))
    pool.simulator.advanceTo('round-2-middle')
    await poll()
    const before = await findRow()
    const made = await submit({ rounds: [59, null, null, null] })
    expect(made).toMatchObject({ status: 200, list: [{ by: 'The power', endedAt: null, source: before }] })
    expect(await findRow()).toMatchObject({
      round1Score: '59',
      relativeScore: (before?.relativeScore ?? 0) + 59 - Number(before?.round1Score),
      correction: { fields: ['round1'], reason: 'Wrong card', by: 'The power', at: clock.now().toISOString() },
    })
    const file = await pool.call(api.tournamentStandings(pool.tournamentId), pool.people.player)
    expect(await file.text()).toMatch(new RegExp(`${before?.fullName} \\S+ \\((dropped, )?corrected\\)`))
    const [entry] = await listActions()
    expect(JSON.parse(entry?.details ?? '')).toEqual({ tournamentId: pool.tournamentId, correctionId: 1, espnId })
    await pool.app.poolEvents.check()
    await expect
      .poll(() => chat.posts.map(({ body }) => JSON.stringify(body)).join())
      .toContain(`${before?.fullName} was put right by the organisers: R1 59. Reason: Wrong card`)
  })

  it('are not repeated by a repeat', async () => {
    const [first] = await list()
    expect(await submit({ rounds: [59, null, null, null] })).toMatchObject({ status: 200, list: [{ id: first?.id }] })
    expect(await list()).toHaveLength(1)
    expect(await listActions()).toHaveLength(1)
  })

  it.each([
    [{ rounds: [12, null, null, null] }, { field: 'rounds.0', message: 'must be 50 to 120 strokes, not 12' }],
    [{ rounds: [null, null, 70, null] }, { field: 'rounds.2', message: 'has not begun: it is round 2' }],
    [{}, { field: 'scores', message: 'are what the source says, so there is nothing to correct' }],
    [
      { espnId: '999', toPar: -1 },
      { field: 'espnId', message: 'is not on the leaderboard, so there is nothing to correct' },
    ],
    [
      { status: 'DQ' as const, reason: ' ' },
      { field: 'reason', message: 'is required' },
    ],
  ])('of %j are refused', async (changes, fault) => {
    expect(await submit(changes)).toMatchObject({ status: 400, fields: [fault] })
  })

  it('of two organisers at once conflict, and the second sees both', async () => {
    const [{ id: basedOn } = { id: 0 }] = await list()
    const answers = await Promise.all([
      submit({ status: 'DQ', basedOn }),
      submit({ status: 'WD', basedOn, reason: 'Left hurt' }, pool.people.admin),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [kept] = await list()
    const conflict = answers.find(({ status }) => status === 409)
    expect(conflict).toMatchObject({ code: 'correction-changed' })
    expect(conflict?.detail).toContain(`now has out (${kept?.status}) (${kept?.reason}) by ${kept?.by}. Yours: out (`)
    expect((await list()).map(({ endedAt }) => endedAt !== null)).toEqual([false, true])
    expect(await findRow()).toMatchObject({ isDNF: true, position: kept?.status, correction: { fields: ['status'] } })
  })

  it('end once, and the source is shown again', async () => {
    const [{ id } = { id: 0 }] = await list()
    expect(await end(id)).toMatchObject({ status: 200, list: [{ id, endedBy: 'The power', source: null }, {}] })
    expect(await end(id, pool.people.admin)).toMatchObject({ status: 200, list: [{ id, endedBy: 'The power' }, {}] })
    expect(await end(999)).toMatchObject({ status: 404 })
    expect(await findRow()).toMatchObject({ isDNF: false, correction: null })
    expect((await listActions()).map(({ action }) => action)).toEqual([
      'score corrected',
      'score corrected',
      'correction ended',
    ])
  })

  it('are refused after the end', async () => {
    await pool.send('POST', api.tournamentEnd(pool.tournamentId), pool.people.power, [])
    expect(await submit({ status: 'DQ' })).toMatchObject({ status: 409, code: 'tournament-ended' })
  })
})
