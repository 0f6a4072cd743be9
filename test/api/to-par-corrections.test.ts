import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Leaderboard, leaderboard, leaderboardHistory } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type ScoreCorrectionSubmission, scoreCorrectionList } from '#contract/score-correction-contract.ts'
import type { BoardRecord } from '#domain/history/board-history.ts'
import { createReplay } from '#domain/history/replay.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const start = new Date('2026-06-18T11:00:00Z')
const minute = 60_000
/** At +4 after round 3, and two under in round 4. */
const seed = 'to-par-10'
const espnId = '94189'

describe.each(databaseKinds())('a corrected score to par over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool

  beforeAll(async () => {
    clock = buildClock(start)
    pool = await openTestPool({ kind, clock, start, seed, startAt: 'round-3-complete', rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  async function poll(): Promise<void> {
    clock.set(new Date(clock.now().getTime() + minute))
    await pool.app.feed.refreshTarget()
    await pool.app.feed.refreshScores()
  }
  async function findRow() {
    const response = await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)
    return rowOf(leaderboard.parse(await response.json()))
  }
  const rowOf = ({ golfersScores }: Pick<Leaderboard, 'golfersScores'>) =>
    golfersScores.find((golfer) => golfer.espnId === espnId)
  async function submit(changes: Partial<ScoreCorrectionSubmission>) {
    const none = { status: null, rounds: [null, null, null, null], toPar: null, basedOn: null }
    const body = { espnId, ...none, reason: 'Penalty taken back', ...changes }
    const response = await pool.send('POST', api.adminCorrections(pool.tournamentId), pool.people.power, body)
    const answer: unknown = await response.json()
    return response.status === 200 ? scoreCorrectionList.parse(answer) : problemDetails.parse(answer)
  }

  it('from +4 to +3 before round 4 is +1 after two under in it, in every version', async () => {
    expect(await findRow()).toMatchObject({ toPar: '+4', correction: null })
    expect(await submit({ toPar: 3 })).toMatchObject([{ toParDifference: -1, endedAt: null }])
    await poll()
    expect(await findRow()).toMatchObject({
      toPar: '+3',
      correction: { fields: ['toPar'], toParDifference: -1, reason: 'Penalty taken back', by: 'The power' },
    })
    pool.simulator.advanceTo('round-4')
    const [from, length] = [pool.simulator.minute(), 720]
    for (let passed = 0; passed <= length; passed += 10) {
      pool.simulator.setMinute(from + passed)
      await poll()
    }
    pool.simulator.advanceTo('final')
    await poll()
    expect(await findRow()).toMatchObject({ toPar: '+1', thru: 'F', currentRoundScore: '-2' })

    const history = await pool.call(api.leaderboardHistory(pool.tournamentId), pool.people.player)
    const { records } = leaderboardHistory.parse(await history.json())
    const replay = createReplay(records as BoardRecord[])
    const scores = new Set<string>()
    for (const { version } of replay.moments) {
      const board = replay.boardAt(version)
      const row = board && rowOf(board)
      if (!board || !row) throw new Error(`Version ${version} has no row.`)
      const texts = [row.round1Score, row.round2Score, row.round3Score, row.round4Score]
      const strokes = texts.reduce((sum, text) => sum + (Number.parseInt(text, 10) || 0), 0)
      expect(strokes + (row.correction?.toParDifference ?? 0)).toBe(row.total)
      // Between two rounds and at the end, all holes of the rounds begun are played.
      const begun = texts.filter((text) => text !== '--').length
      if (!/^\d/.test(row.thru)) expect(row.total - row.relativeScore).toBe(begun * board.event.par)
      if (row.correction !== null) scores.add(`${row.thru} ${row.toPar}`)
    }
    expect(scores.size).toBeGreaterThan(10)
  })

  it('is what the organiser saw less what they say, also if the source has moved meanwhile', async () => {
    const [{ id: basedOn } = { id: 0 }] = scoreCorrectionList.parse(
      await (await pool.call(api.adminCorrections(pool.tournamentId), pool.people.power)).json(),
    )
    // A stroke ago the source had +3: one less was asked for, which is what is in force.
    expect(await submit({ toPar: 2, sourceToPar: 3, basedOn })).toMatchObject([{ id: basedOn, toParDifference: -1 }])
    expect(await submit({ toPar: 4, basedOn })).toMatchObject([{ toParDifference: 2, endedAt: null }, { id: basedOn }])
    expect(await submit({ toPar: 2, basedOn })).toMatchObject({
      fields: [{ field: 'scores', message: 'are what the source says, so there is nothing to correct' }],
    })
  })

  it('ends when the organiser ends it', async () => {
    await poll()
    expect(await findRow()).toMatchObject({ toPar: '+4' })
    const [{ id } = { id: 0 }] = scoreCorrectionList.parse(
      await (await pool.call(api.adminCorrections(pool.tournamentId), pool.people.power)).json(),
    )
    await pool.send('POST', api.adminCorrectionEnd(pool.tournamentId), pool.people.power, { id })
    await poll()
    expect(await findRow()).toMatchObject({ toPar: '+2', correction: null })
  })
})
