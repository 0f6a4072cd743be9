import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addScoreCorrection } from '#built/harness.mjs'
import { leaderboard, leaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type ScoreSheetSubmission, scoredNameMatches, scoreSheet } from '#contract/score-sheet-contract.ts'
import { endTournament } from '../support/end-tournament.ts'
import { readStream } from '../support/stream-reader.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const viewers = 200

describe.each(databaseKinds())('scores by hand over $name', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ kind, startAt: 'round-2-middle', rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  const save = (body: ScoreSheetSubmission, person = pool.people.power) =>
    pool.send('PUT', api.adminScores(pool.tournamentId), person, body)
  const saved = async (body: ScoreSheetSubmission, person?: Person) =>
    scoreSheet.parse(await (await save(body, person)).json())
  const readSheet = async () =>
    scoreSheet.parse(await (await pool.call(api.adminScores(pool.tournamentId), pool.people.admin)).json())
  const readBoard = async () =>
    leaderboard.parse(await (await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)).json())
  const refusal = async (response: Response) => {
    const { type, fields } = problemDetails.parse(await response.json())
    return [response.status, problemCode(type), fields?.map(({ field, message }) => `${field} ${message}`)]
  }
  /** The scores in use, with the first golfer's rounds replaced. */
  async function edited(rounds: readonly number[]) {
    const { document } = await readSheet()
    if (!document) throw new Error('The scores are not entered by hand.')
    const golfers = document.golfers.map((golfer, index) =>
      index === 0 ? { ...golfer, rounds: [...rounds], today: null, thru: null, toPar: null } : golfer,
    )
    return { ...document, golfers }
  }

  // Each test continues with the scores of the previous one.

  it('begin with those on the board, which 200 viewers see change its source without a blank or older board', async () => {
    expect(await readSheet()).toEqual({ inUse: false, version: 0, document: null, by: null, at: null })
    const before = await readBoard()
    const streams = await Promise.all(
      Array.from({ length: viewers }, async () =>
        readStream(await pool.call(api.leaderboardStream(pool.tournamentId), pool.people.newcomer)),
      ),
    )
    const next = async (stream: (typeof streams)[number]) =>
      leaderboardUpdate.parse(JSON.parse((await stream.next())?.data ?? ''))
    for (const stream of streams) expect((await next(stream)).version).toBe(before.version)

    const sheet = await saved({ version: 0, inUse: true, document: null })
    expect(sheet).toMatchObject({ inUse: true, version: 1, by: 'The power' })
    const updates = await Promise.all(streams.map(next))
    expect(new Set(updates.map(({ version }) => version))).toEqual(new Set([before.version + 1]))
    await Promise.all(streams.map((stream) => stream.close()))
    const after = await readBoard()
    expect(after).toMatchObject({ source: { kind: 'hand', by: 'The power', since: sheet.at }, stale: null })
    const scores = ({ golfersScores }: typeof after) =>
      golfersScores.map(({ espnId, toPar, thru, position }) => [espnId, toPar, thru, position])
    expect(new Map(scores(after).map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map(scores(before).map(([id, ...rest]) => [id, rest])),
    )
  })

  it('are on the board at once when they are published; the feed no longer counts', async () => {
    const document = await edited([66])
    const published = await saved({ version: 1, inUse: true, document })
    expect(published.version).toBe(2)
    const [first] = document.golfers
    const rowOf = async () => (await readBoard()).golfersScores.find(({ espnId }) => espnId === first?.id)
    await expect.poll(async () => (await rowOf())?.round1Score).toBe('66')
    pool.simulator.advance(60)
    await pool.app.feed.pollNow()
    expect(await rowOf()).toMatchObject({ round1Score: '66', thru: '--', teeTime: null })
    // A repeat of a lost request.
    expect(await saved({ version: 1, inUse: true, document })).toEqual(published)
    expect(await saved({ version: 0, inUse: true, document: null })).toEqual(published)
  })

  it('are refused with row and field, and the last good ones stay', async () => {
    const document = await edited([12])
    const rows = document.golfers.map((golfer, index) =>
      index === 1 ? { ...golfer, rounds: [70], thru: 19, today: 0 } : golfer,
    )
    expect(await refusal(await save({ version: 2, inUse: true, document: { ...document, golfers: rows } }))).toEqual([
      400,
      'validation-failed',
      [
        'document.golfers.0.rounds.0 must be 50 to 120 strokes, not 12',
        'document.golfers.1.thru must be 1 to 17, not 19; after hole 18 the round has strokes',
      ],
    ])
    const half = { ...document, golfers: document.golfers.slice(0, 60) }
    expect(await refusal(await save({ version: 2, inUse: true, document: half }))).toMatchObject([
      400,
      'validation-failed',
      [
        expect.stringMatching(/^document.golfers.0.*/),
        expect.stringMatching(/^document.golfers lack \d+ of the \d+/),
      ].toReversed(),
    ])
    const other = { ...document, event: { ...document.event, id: '401999999' } }
    expect((await refusal(await save({ version: 2, inUse: true, document: other })))[2]).toEqual([
      'document.event.id is of another event',
    ])
    expect((await readSheet()).version).toBe(2)
  })

  it('of two organisers conflict: the second reads what the first has published', async () => {
    const [mine, theirs] = [await edited([67]), await edited([68])]
    const responses = await Promise.all([
      save({ version: 2, inUse: true, document: mine }),
      save({ version: 2, inUse: true, document: theirs }, pool.people.admin),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = responses.find(({ status }) => status === 409)
    expect(refused && (await refusal(refused))[1]).toBe('scores-changed')
    const current = await readSheet()
    const isMineFirst = responses[0]?.status === 200
    expect(current).toMatchObject({ version: 3, by: isMineFirst ? 'The power' : 'The admin' })
    expect(current.document?.golfers[0]?.rounds).toEqual([isMineFirst ? 67 : 68])
    expect((await save({ version: 2, inUse: false, document: null })).status).toBe(409)
  })

  it('keep a correction apart, and end at once with the return to the feed', async () => {
    const { app, tournamentId, people } = pool
    const [golfer] = (await readSheet()).document?.golfers ?? []
    const correction = { tournamentId, espnId: golfer?.id ?? '', reason: 'Wrong card', userId: people.power.userId }
    const scores = { status: null, rounds: [60, null, null, null], toParDifference: null }
    await addScoreCorrection(app.database.db, { ...correction, scores }, new Date())
    await app.feed.refreshScores()
    await saved({ version: 3, inUse: false, document: null })
    await expect.poll(async () => (await readBoard()).source.kind).toBe('feed')
    expect(await readSheet()).toMatchObject({ inUse: false, version: 4, document: null })
    const again = await saved({ version: 4, inUse: true, document: null })
    expect(again.document?.golfers.find(({ id }) => id === golfer?.id)?.rounds[0]).not.toBe(60)
    await expect.poll(async () => (await readBoard()).source.kind).toBe('hand')
    const row = (await readBoard()).golfersScores.find(({ espnId }) => espnId === golfer?.id)
    expect(row).toMatchObject({ round1Score: '60', correction: { reason: 'Wrong card' } })
  })

  it('pasted for a field of 156 with ten unclear names: each is reported with the golfers it may mean', async () => {
    const golfers = (await readSheet()).document?.golfers ?? []
    const names = golfers.map(({ name }, index) =>
      index % 15 === 3 && index < 150 ? `${name.slice(0, 3)} Xxqz` : name,
    )
    const response = await pool.send('POST', api.adminScoreNames(pool.tournamentId), pool.people.power, { names })
    const { validations } = scoredNameMatches.parse(await response.json())
    const unclear = validations.filter(({ espnId }) => espnId === null)
    expect(unclear).toHaveLength(10)
    expect(unclear.map(({ inputName }) => inputName)).toEqual(names.filter((name) => name.endsWith('Xxqz')))
    const found = validations.filter(({ espnId }) => espnId !== null)
    expect(found.every(({ espnId, inputName }) => golfers.find(({ id }) => id === espnId)?.name === inputName)).toBe(
      true,
    )
  })

  it('are in the audit log without scores or people, and over with the tournament', async () => {
    const rows = await pool.app.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(rows.map(({ action, details }) => [action, JSON.parse(details).version]).slice(0, 2)).toEqual([
      ['scores published', 1],
      ['scores published', 2],
    ])
    expect(rows.at(-1)?.details).toBe(JSON.stringify({ tournamentId: pool.tournamentId, version: 5 }))
    await endTournament(pool.app, pool.tournamentId)
    expect((await refusal(await save({ version: 5, inUse: false, document: null })))[1]).toBe('tournament-ended')
  })
})

it('scores cannot be entered before the start, and can without any scores of the feed', async () => {
  const pool = await openTestPool({ start: new Date(Date.now() + 3_600_000), withoutScores: true })
  const body = { version: 0, inUse: true, document: null }
  const path = api.adminScores(pool.tournamentId)
  const early = await pool.send('PUT', path, pool.people.power, body)
  expect([early.status, problemCode(problemDetails.parse(await early.json()).type)]).toEqual([409, 'not-started'])
  const { db } = pool.app.database
  await db
    .updateTable('tournaments')
    .set({ start: new Date(Date.now() - 1000).toISOString() })
    .execute()
  const { document } = scoreSheet.parse(await (await pool.send('PUT', path, pool.people.power, body)).json())
  const { count } = await db
    .selectFrom('players')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(document?.golfers).toHaveLength(Number(count))
  expect(document?.event).toMatchObject({ round: 0, status: 'scheduled', par: 72 })
  await pool.close()
})
