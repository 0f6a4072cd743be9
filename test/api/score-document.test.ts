import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog, parseLeaderboard, toField } from '#built/harness.mjs'
import { feedStatus } from '#contract/admin-contract.ts'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { leaderboard, playerProfile } from '#contract/leaderboard-contract.ts'
import { golferWithdrawals } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { calendar, tierProposal } from '#contract/tournament-setup-contract.ts'
import { eventVerification, playersVerification } from '#contract/verification-contract.ts'
import { createPool, type Pool } from '#domain/entries/pool.ts'
import type { Field } from '#domain/field/field.ts'
import { toSnapshot } from '#domain/forecast/field-snapshot.ts'
import { toFinalPlaces } from '#domain/results/results.ts'
import { toScoreDocument } from '#domain/scores/scored-field.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { type Milestone, minuteOf } from '#simulator/milestones.ts'
import { toTierLists } from '#simulator/simulated-entries.ts'
import { type DocumentServer, startDocumentServer } from '#test/support/document-server.ts'
import { openTestPool, type TestPool } from '#test/support/test-pool.ts'

/** A tournament from its setup to its places with SCORES_URL alone: nothing responds at FEED_URL. */

let pool: TestPool
let source: DocumentServer
const lines: string[] = []
/** The field as the feed would report it. */
let field: Field

beforeAll(async () => {
  source = await startDocumentServer()
  pool = await openTestPool({
    start: new Date(Date.now() + 3_600_000),
    feedUrl: 'http://127.0.0.1:9',
    env: { SCORES_URL: source.url },
    withoutScores: true,
    rateLimitFactor: 0,
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })
})
afterAll(async () => {
  await pool.close()
  await source.close()
})

/** Serves the simulated tournament as a score document. `withdrawn`: a golfer who left before the start. */
function serve(milestone: Milestone, withdrawn?: string): void {
  const { play, eventId } = pool.simulator
  field = toField(parseLeaderboard(toLeaderboardBody(play, minuteOf(play, milestone)), eventId))
  const document = toScoreDocument(field, eventId, new Date().toISOString())
  const golfers = document.golfers.map((golfer) =>
    golfer.id === withdrawn ? { ...golfer, status: 'withdrawn' as const, teeTime: null } : golfer,
  )
  source.serve({ ...document, golfers })
}

const organiser = () => pool.people.power
const read = async (path: string) => (await pool.call(path, organiser())).json()
const send = async (path: string, body: unknown) => (await pool.send('POST', path, organiser(), body)).json()
const readBoard = async () => leaderboard.parse(await read(api.leaderboard(pool.tournamentId)))
async function readPool(): Promise<Pool> {
  const path = api.tournament(pool.tournamentId, { players: true, entries: true })
  const { players = [], entries = [], ...rest } = tournament.parse(await read(path))
  return createPool({ ...rest, players, entries })
}

/** The golfers as the forecast reads them, without the par of the holes that are left, and the unfinished round of a golfer who is out. */
function listStates({ players }: Pool, scores: Field) {
  const { golfers, ...event } = toSnapshot(players, scores)
  const states = golfers.map(({ parLeft, holes, today, ...golfer }) =>
    golfer.isOut ? golfer : { ...golfer, holes, today },
  )
  return { ...event, golfers: states }
}

it('the event and the four lists are verified, and tiers are proposed; the calendar says why there is none', async () => {
  serve('scheduled')
  const { eventId: espnId, name } = pool.simulator
  const teeTimes = field.golfersScores.flatMap(({ teeTime }) => teeTime ?? []).toSorted()
  expect(eventVerification.parse(await read(api.tournamentVerify(espnId)))).toEqual({
    valid: true,
    name,
    start: teeTimes[0],
  })
  const tiers = toTierLists(pool.simulator.listGolfers()).map((list) => list.map((golfer) => golfer.name))
  const lists = { espnId, tiers, tier: 0, allTouched: true }
  expect(playersVerification.parse(await send(api.tournamentVerifyPlayers(), lists))).toMatchObject({
    validPlayers: true,
    missingPlayers: [],
  })
  const file = `Rank,Name\n1,${field.golfersScores[7]?.fullName}\n`
  const { golfers } = tierProposal.parse(await send(api.tournamentProposeTiers(), { espnId, source: 'file', file }))
  expect([golfers.length, golfers[0]?.name]).toEqual([156, field.golfersScores[7]?.fullName])
  expect(calendar.parse(await read(api.tournamentCalendar()))).toMatchObject({
    events: [],
    failure: 'The sports feed could not be reached.',
  })
})

it('another event and a wrong row are named to the organiser', async () => {
  serve('scheduled')
  expect(eventVerification.parse(await read(api.tournamentVerify('499999999')))).toMatchObject({
    valid: false,
    reason: `The source of scores returned event ${pool.simulator.eventId} instead of 499999999.`,
    host: new URL(source.url).host,
  })
  source.answer((_, response) => response.writeHead(404).end())
  expect(eventVerification.parse(await read(api.tournamentVerify('488888888')))).toMatchObject({
    valid: false,
    reason: 'The source of scores does not know this event.',
  })
})

it('owners of a golfer who withdraws can be told', async () => {
  const [first] = pool.simulator.listGolfers()
  serve('scheduled', first?.espnId)
  await pool.call(api.adminClearCache(), pool.people.admin)
  expect(golferWithdrawals.parse(await read(api.adminWithdrawals(pool.tournamentId)))).toMatchObject({
    golfers: [{ name: first?.name }],
  })
})

it('the board, the standings and the forecast are those of the feed, from the first tee to the end', async () => {
  const start = new Date(Date.now() - 60_000).toISOString()
  await pool.app.database.db.updateTable('tournaments').set({ start }).execute()
  await pool.app.feed.refreshTarget()
  const entered = await readPool()
  for (const milestone of [
    'round-1-middle',
    'round-2-late',
    'cut',
    'round-3-middle',
    'round-4-late',
    'final',
  ] as const) {
    serve(milestone)
    await pool.app.feed.pollNow()
    const board = await readBoard()
    expect(board, milestone).toMatchObject({ stale: null, source: { kind: 'document' }, cutline: field.cutline })
    expect(toFinalPlaces(scorePool(entered, board)), milestone).toEqual(toFinalPlaces(scorePool(entered, field)))
    expect(listStates(entered, board), milestone).toEqual(listStates(entered, field))
    if (milestone !== 'round-3-middle') continue
    // Half of the field is refused: this board stays, and says why until the next response.
    const document = toScoreDocument(field, pool.simulator.eventId, new Date().toISOString())
    source.serve({ ...document, golfers: document.golfers.slice(0, 20) })
    await pool.app.feed.pollNow()
    const { golfersScores, stale } = await readBoard()
    expect(golfersScores).toEqual(board.golfersScores)
    expect(stale?.reason).toMatch(
      /wrong scores. The scores: golfers lack \d+ of the \d+ golfers on the board, for example /,
    )
  }
})

it('the Admin page names the source', async () => {
  expect(feedStatus.parse(await read(api.adminFeed()))).toMatchObject({ host: new URL(source.url).host, fault: null })
})

it('a golfer has the strokes of each round and no holes; nobody asks the feed', async () => {
  const { golfersScores } = await readBoard()
  const [leader] = golfersScores
  const profile = playerProfile.parse(await read(api.leaderboardPlayer(pool.tournamentId, leader?.espnId ?? '')))
  expect(profile).toMatchObject({ displayName: leader?.fullName, headshot: null, holes: [] })
  expect(profile.rounds.map(({ value, linescores }) => [value, linescores])).toEqual(
    [leader?.round1Score, leader?.round2Score, leader?.round3Score, leader?.round4Score].map((text) => [
      Number(text),
      [],
    ]),
  )
})

it('the end stores the places, and leaves nothing to fetch', async () => {
  lines.length = 0
  const expected = toFinalPlaces(scorePool(await readPool(), field)).toSorted((a, b) => a.entryId - b.entryId)
  expect(finalPlaces.parse(await send(api.tournamentEnd(pool.tournamentId), []))).toEqual(expected)
  expect(lines.filter((line) => !line.includes('differ from the computed'))).toEqual([])
  const [leader] = (await readBoard()).golfersScores
  const profile = playerProfile.parse(await read(api.leaderboardPlayer(pool.tournamentId, leader?.espnId ?? '')))
  expect(profile.rounds).toHaveLength(4)
})
