import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaderboard, playerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

describe.each(databaseKinds())('the leaderboard over $name', (kind) => {
  let pool: TestPool

  beforeAll(async () => {
    pool = await openTestPool({ kind })
  })
  afterAll(() => pool.close())

  const get = (headers: Record<string, string> = {}) =>
    pool.call(api.leaderboard(pool.tournamentId), pool.people.player, { headers })

  it('matches the contract and has every golfer of the field', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    const board = leaderboard.parse(await answer.json())
    expect(board.golfersScores).toHaveLength(156)
    expect(board.currentRound).toBe(2)
    expect(board.stale).toBeNull()
  })

  it('has the same bytes for every viewer', async () => {
    const bodies = await Promise.all(
      Object.values(pool.people).map(async (person) =>
        (await pool.call(api.leaderboard(pool.tournamentId), person)).text(),
      ),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  it('is served as brotli, gzip or plain, each with its own strong ETag', async () => {
    const answers: Response[] = []
    for (const encoding of ['gzip, br', 'gzip', 'identity']) answers.push(await get({ 'accept-encoding': encoding }))
    const headers = (name: string) => answers.map((answer) => answer.headers.get(name))
    expect(headers('content-encoding')).toEqual(['br', 'gzip', null])
    expect(new Set(headers('etag')).size).toBe(3)
    for (const tag of headers('etag')) expect(tag).toMatch(/^"[^"]+"$/)
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  })

  it('responds with 304 to viewers who have it, with the time of the last feed poll', async () => {
    const first = await get()
    const again = await get({ 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(Date.parse(again.headers.get('feed-checked') ?? '')).toBeGreaterThan(0)
  })

  it('gives access to the scorecards of its golfers only', async () => {
    const [first] = leaderboard.parse(await (await get()).json()).golfersScores
    const found = await pool.call(api.leaderboardPlayer(pool.tournamentId, first?.espnId ?? ''), pool.people.player)
    const profile = playerProfile.parse(await found.json())
    expect(profile.displayName).toBe(first?.fullName)
    expect(profile.rounds[0]?.linescores).toHaveLength(18)
    const nobody = await pool.call(api.leaderboardPlayer(pool.tournamentId, '1'), pool.people.player)
    expect(nobody.status).toBe(404)
  })
})
