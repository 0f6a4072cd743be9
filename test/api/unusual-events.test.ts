import { afterEach, expect, it } from 'vitest'
import { addScoreCorrection } from '#built/harness.mjs'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { leaderboard, leaderboardHistory, playerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament as tournamentMessage } from '#contract/tournament-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import type { BoardRecord } from '#domain/history/board-history.ts'
import { listRoundEnds } from '#domain/history/recap.ts'
import { createReplay } from '#domain/history/replay.ts'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/results.ts'
import { scorePool } from '#domain/standings/standings.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Milestone } from '#simulator/milestones.ts'
import { strokesOf, toParOf } from '#simulator/played-round.ts'
import type { TournamentPlan } from '#simulator/tournament-play.ts'
import { timeAt } from '#simulator/tournament-time.ts'
import { buildGolfer } from '#test/support/build-field.ts'
import { startChatReceiver, testAddresses } from '#test/support/chat-receiver.ts'
import { createEntryClient } from '#test/support/entry-client.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { openTestPool, type TestPool } from '#test/support/test-pool.ts'
import { createTournamentClient } from '#test/support/tournament-client.ts'

let pool: TestPool
let id: number
afterEach(() => pool.close())

async function open(plan: Partial<TournamentPlan>, options: { clock?: Clock; picks?: string } = {}) {
  pool = await openTestPool({ plan, startAt: 'scheduled', rateLimitFactor: 0, ...options })
  id = pool.tournamentId
}

async function readAt(...milestones: Milestone[]) {
  for (const milestone of milestones) {
    pool.simulator.advanceTo(milestone)
    await pool.app.feed.refreshTarget()
    await pool.app.feed.refreshScores()
  }
  const board = leaderboard.parse(await (await pool.call(api.leaderboard(id), pool.people.player)).json())
  return { ...board.event, stale: board.stale, round: board.currentRound, golfers: board.golfersScores }
}

async function end() {
  const response = await pool.send('POST', api.tournamentEnd(id), pool.people.power, [])
  return finalPlaces.parse(await response.json())
}

/** Two posts to a chat are some seconds apart. */
function listPosts(chat: Awaited<ReturnType<typeof startChatReceiver>>, clock: TestClock): string[] {
  clock.advance(3000)
  return chat.posts.map(({ text }) => text)
}

/** From the holes that were played, without the feed. */
async function computePlaces(isOut = (_espnId: string, hasExit: boolean) => hasExit): Promise<FinalPlaces[]> {
  const path = api.tournament(id, { players: true, entries: true })
  const read = tournamentMessage.parse(await (await pool.call(path, pool.people.player)).json())
  const golfersScores = pool.simulator.play.golfers.map(({ golfer: { espnId }, rounds, exit, listed }) => {
    const holes = rounds.flatMap((round) => round.holes)
    const hasLeft = exit !== undefined || listed?.until !== undefined
    const score = { relativeScore: toParOf(holes), total: strokesOf(holes) }
    return buildGolfer({ espnId, ...score, isDNF: isOut(espnId, hasLeft) })
  })
  const entered = createPool({ ...read, players: read.players ?? [], entries: read.entries ?? [] })
  return toFinalPlaces(scorePool(entered, { golfersScores })).toSorted((a, b) => a.entryId - b.entryId)
}

it('of three rounds is played to its end, with a play-off: board, events, recaps, posts, calendar and result', async () => {
  const clock = buildClock(new Date())
  const chat = await startChatReceiver()
  await open({ story: '54-holes', playOff: 'always' }, { clock })
  await pool.app.poolEvents.stop()
  const kinds = ['round-end', 'cut', 'results']
  const added = await pool.send('POST', api.adminWebhooks(), pool.people.power, { url: testAddresses.slack, kinds })
  expect(added.status).toBe(200)
  /** Repeats a response of the feed for as long as an event needs to be certain. */
  async function settle(milestone: Milestone) {
    let event = await readAt(milestone)
    for (const wait of [0, 11 * 60_000]) {
      clock.advance(wait)
      event = await readAt(milestone)
      await pool.app.poolEvents.check()
    }
    return event
  }
  const path = api.tournamentCalendarFile(id)
  const calendar = await (await pool.call(path, pool.people.player)).text()
  expect(calendar.match(/SUMMARY:.*: round \d/g)).toHaveLength(3)
  for (const milestone of ['round-1-middle', 'round-1-complete', 'round-2-middle', 'cut'] as const)
    await settle(milestone)
  expect(await settle('round-3-middle')).toMatchObject({ completed: false, round: 3, rounds: 3 })
  await settle('round-3-complete')
  const playOff = await settle('play-off')
  expect(playOff).toMatchObject({ completed: false, round: 4, rounds: 3 })
  expect(playOff.golfers.filter(({ round4Score }) => round4Score !== '--')).toEqual([])
  expect(await settle('final')).toMatchObject({ completed: true, stale: null })
  const best = playOff.golfers.find(({ isDNF }) => !isDNF)?.espnId ?? ''
  const card = await (await pool.call(api.leaderboardPlayer(id, best), pool.people.player)).json()
  expect(playerProfile.parse(card).rounds.map(({ period }) => period)).toEqual([1, 2, 3])

  expect(await end()).toEqual(await computePlaces())
  await pool.app.poolEvents.check()
  const events = await pool.app.database.db.selectFrom('pool_events').select('event_key').orderBy('event_key').execute()
  expect(events.map(({ event_key }) => event_key).filter((key) => key.startsWith('round-end'))).toEqual([
    'round-end:1',
    'round-end:2',
    'round-end:3',
  ])
  await expect.poll(() => listPosts(chat, clock).length).toBe(5)
  const posts = listPosts(chat, clock)
  const about = (what: string) => posts.filter((text) => text.includes(what))
  const isNext = 'The results will follow once the organiser has ended the tournament.'
  expect(about('Round 3 is over')).toHaveLength(1)
  expect(about(isNext)).toEqual(about('Round 3 is over'))
  // The recap of a last round tells who has won, and every other one who leads.
  expect(about('Round 3 is over')[0]).toMatch(/finishes first|share first place/)
  expect(about('Round 2 is over')[0]).toMatch(/leads|takes the lead|share the lead/)
  expect(about('The final places:')).toHaveLength(1)
  const history = await (await pool.call(api.leaderboardHistory(id), pool.people.player)).json()
  const replay = createReplay(leaderboardHistory.parse(history).records as BoardRecord[])
  expect([...listRoundEnds(replay).keys()]).toEqual([1, 2, 3])
  await chat.close()
})

it('that is shortened to 54 holes ends after round 3', async () => {
  await open({ story: 'shortened' })
  expect(await readAt('round-2-complete', 'round-3-middle')).toMatchObject({ completed: false, round: 3 })
  expect(await readAt('final')).toMatchObject({ completed: true, round: 3, stale: null })
  expect(await end()).toEqual(await computePlaces())
})

it('with a suspended round keeps everyone in, and goes on', async () => {
  await open({ story: 'suspension' })
  const suspended = await readAt('round-1-complete', 'suspended')
  expect(suspended).toMatchObject({ roundStatus: 'Round 2 - Suspended', completed: false, stale: null })
  expect(suspended.golfers.filter(({ thru }) => /^\d+$/.test(thru)).length).toBeGreaterThan(20)
  expect(suspended.golfers.filter(({ isDNF }) => isDNF).length).toBeLessThan(5)
  await readAt('resumed', 'round-2-late', 'cut', 'round-3-middle', 'round-4-late', 'final')
  expect(await end()).toEqual(await computePlaces())
})

it('whose cut round is suspended overnight has no result, cut, recap or post of that round until the morning', async () => {
  const clock = buildClock(new Date())
  const chat = await startChatReceiver()
  await open({ story: 'overnight-suspension' }, { clock })
  await pool.app.poolEvents.stop()
  const kinds = ['round-end', 'cut']
  await pool.send('POST', api.adminWebhooks(), pool.people.power, { url: testAddresses.slack, kinds })
  const posts = () => listPosts(chat, clock).map((text) => /Round \d is over|The cut has been made/.exec(text)?.[0])
  /** The feed says the same all night. */
  async function settle(milestone: Milestone, hours = 0) {
    const event = await readAt(milestone)
    for (const wait of [0, 11 * 60_000, hours * 3_600_000]) {
      clock.advance(wait)
      await readAt(milestone)
      await pool.app.poolEvents.check()
    }
    return event
  }
  async function listRecaps() {
    const history = await (await pool.call(api.leaderboardHistory(id), pool.people.player)).json()
    return [...listRoundEnds(createReplay(leaderboardHistory.parse(history).records as BoardRecord[])).keys()]
  }
  for (const milestone of ['round-1-middle', 'round-1-complete', 'round-2-middle'] as const) await settle(milestone)
  const asked = () => pool.simulator.requests.counts.get('/leaderboard') ?? 0
  const before = asked()
  const night = await settle('suspended', 8)
  expect(asked()).toBeGreaterThan(before)
  expect(night).toMatchObject({ roundStatus: 'Round 2 - Suspended', completed: false, round: 2, stale: null })
  const row = (golfers: typeof night.golfers, espnId: string) => golfers.find((golfer) => golfer.espnId === espnId)
  const playing = night.golfers.filter(({ thru, isDNF }) => /^\d+$/.test(thru) && !isDNF)
  expect(playing.length).toBeGreaterThan(5)
  expect(night.golfers.filter(({ position }) => position === 'CUT')).toEqual([])
  expect(await listRecaps()).toEqual([1])
  await expect.poll(posts).toEqual(['Round 1 is over'])

  const morning = await settle('resumed')
  expect(morning).toMatchObject({ roundStatus: 'Round 2 - In Progress' })
  for (const { espnId, round1Score, total } of playing)
    expect(row(morning.golfers, espnId)).toMatchObject({
      round1Score,
      isDNF: false,
      total: expect.toSatisfy((now) => now >= total),
    })
  await settle('cut')
  await expect.poll(posts).toEqual(expect.arrayContaining(['Round 2 is over', 'The cut has been made']))
  expect(await listRecaps()).toEqual([1, 2])
  await readAt('round-3-middle', 'round-4-late', 'final')
  expect(await end()).toEqual(await computePlaces())
  await chat.close()
})

it('that finishes on Monday stays in round 4 overnight', async () => {
  await open({ story: 'monday-finish' })
  const { play } = pool.simulator
  const sunday = await readAt('round-3-complete', 'suspended')
  expect(sunday).toMatchObject({ roundStatus: 'Round 4 - Suspended', completed: false, round: 4 })
  expect(new Date(timeAt(play, play.finalFrom)).getUTCDay()).toBe(1)
  expect(await readAt('resumed', 'final')).toMatchObject({ completed: true })
  expect(await end()).toEqual(await computePlaces())
})

it('with a play-off shares places in the pool as the scores say', async () => {
  await open({ playOff: 'always' })
  expect(await readAt('round-4-late', 'play-off')).toMatchObject({ completed: false, round: 5 })
  await readAt('final')
  expect(await end()).toEqual(await computePlaces())
})

it('that is cancelled after 36 holes ends without places, with a reason', async () => {
  await open({ story: 'cancellation' })
  const { golfers, ...event } = await readAt('round-2-complete', 'cancelled')
  expect(event).toMatchObject({ roundStatus: 'Canceled', completed: false, round: 2, stale: null })
  expect(golfers.filter(({ position }) => position === 'CUT').length).toBeGreaterThan(20)
  const reason = 'Abandoned after 36 holes'
  const cancelled = await pool.send('POST', api.adminCancel(id), pool.people.power, { reason })
  expect(await cancelled.json()).toMatchObject({ active: false, cancelledReason: reason })
  expect(await end()).toEqual([])
})

it('whose field changes on Thursday morning: the alternate must join a tier, and who left is out', async () => {
  const clock = buildClock(new Date())
  await open({ story: 'alternate' }, { clock })
  const { golfers } = pool.simulator.play
  const idOf = (key: 'from' | 'until') => golfers.find(({ listed }) => listed?.[key] !== undefined)?.golfer.espnId ?? ''
  const [leaver, alternate] = [idOf('until'), idOf('from')]
  await pool.send('POST', api.tournamentEnd(id), pool.people.power, [])
  const organiser = createTournamentClient(pool)
  const filled = organiser.fill()
  const players = filled.players.filter(({ espnId }) => espnId !== alternate)
  const created = await organiser.create({ ...filled, players })
  if (!('tournament' in created)) throw new Error(created.code)
  id = created.tournament.id
  const client = await createEntryClient(pool, id)
  const left = client.players.find(({ espnId }) => espnId === leaver)
  const own = client.fill(pool.people.player)
  const selections = own.selections.map((selection, index) =>
    index < 8 && index % 4 === left?.tier ? { playerId: left.id } : selection,
  )
  expect(await client.create(pool.people.player, { ...own, selections })).toMatchObject({ status: 200 })

  // The poll of the new tournament must not be in flight any more.
  await readAt('scheduled')
  pool.simulator.advanceTo('alternate')
  clock.advance(30 * 60_000)
  const reordered = players.map((player) => ({ ...player, order: 1000 - player.order }))
  expect(await organiser.change(await organiser.open(id, { players: reordered }))).toMatchObject({
    code: 'tournament-invalid',
  })
  const joined = filled.players.filter(({ espnId }) => espnId === alternate)
  expect(await organiser.change(await organiser.open(id, { players: [...players, ...joined] }))).toMatchObject({
    status: 200,
  })

  clock.advance(3_600_000)
  const { golfers: shown } = await readAt('alternate', 'round-1-middle', 'round-2-late', 'cut', 'round-4-late', 'final')
  expect(shown.map(({ espnId }) => espnId)).toContain(alternate)
  expect(shown.map(({ espnId }) => espnId)).not.toContain(leaver)
  expect(await end()).toEqual(await computePlaces())
})

it('in which a golfer is disqualified on Sunday night for Friday: by a correction, or when the feed knows it', async () => {
  await open({ story: 'late-disqualification' }, { picks: 'picks31' })
  await readAt('round-4-late', 'final')
  const isLate = (minute: number) => minute > pool.simulator.play.finalFrom
  const late = pool.simulator.play.golfers.find(({ exit }) => exit && isLate(exit.minute))?.golfer.espnId ?? ''
  const wrong = await end()
  expect(wrong).toEqual(await computePlaces((espnId, hasLeft) => hasLeft && espnId !== late))
  const right = await computePlaces()
  expect(right).not.toEqual(wrong)

  const reopen = (asksSource: boolean) => pool.send('POST', api.adminReopen(id), pool.people.admin, { asksSource })
  await reopen(false)
  const scores = { status: 'DQ', rounds: [null, null, null, null], toParDifference: null } as const
  const correction = { tournamentId: id, espnId: late, scores, reason: 'Wrong card', userId: pool.people.power.userId }
  await addScoreCorrection(pool.app.database.db, correction, new Date())
  await readAt('final')
  expect(await end()).toEqual(right)

  await reopen(true)
  const { golfers } = await readAt('late-disqualification')
  expect(golfers.find(({ espnId }) => espnId === late)).toMatchObject({ position: 'DQ', correction: null })
  expect(await end()).toEqual(right)
})
