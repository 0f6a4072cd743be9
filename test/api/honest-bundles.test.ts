import { expect, it } from 'vitest'
import { verifyBundle } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import type { Milestone } from '#simulator/milestones.ts'
import { buildClock } from '../support/test-clock.ts'
import { openTestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

const minute = 60_000
const play = ['round-1-middle', 'round-1-late', 'round-2-middle', 'round-2-late', 'cut', 'round-3-late'] as const
const stories: Record<'usual' | '54-holes' | 'suspension' | 'late-disqualification', readonly Milestone[]> = {
  usual: [...play, 'round-4-middle', 'final'],
  '54-holes': [...play, 'final'],
  suspension: ['round-1-late', 'suspended', 'resumed', 'cut', 'round-4-late', 'final'],
  'late-disqualification': ['cut', 'round-4-late', 'final', 'late-disqualification'],
}

it.each(Object.entries(stories))('nothing is wrong with a bundle at any time: %s', async (story, milestones) => {
  const random = testRandom()
  for (let round = 0; round < testRounds(1); round += 1) {
    const clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + 10 * minute)
    const plan = { story: story as keyof typeof stories }
    const pool = await openTestPool({ clock, start, startAt: 'scheduled', rateLimitFactor: 0, plan })
    const { power, newcomer, admin } = pool.people
    const golfers = pool.simulator.listGolfers()
    const said: string[] = []
    async function check(when: string): Promise<void> {
      const file = await (await pool.call(api.tournamentBundle(pool.tournamentId), newcomer)).arrayBuffer()
      const { problems, unverified } = verifyBundle(new Uint8Array(file))
      said.push(...[...problems, ...unverified].map((text) => `${when}: ${text}`))
    }
    /** Some are refused. */
    async function correct(): Promise<void> {
      const rounds = [0, 1, 2, 3].map((at) => (at === random.between(0, 6) ? random.between(64, 80) : null))
      const scores = {
        status: random.pick([null, null, 'WD', 'DQ']),
        rounds,
        toPar: random.pick([null, random.between(-9, 9)]),
      }
      const listed = await (await pool.call(api.adminCorrections(pool.tournamentId), power)).json()
      const corrections = listed as { id: number; espnId: string; endedAt: string | null }[]
      const espnId = random.pick(golfers.slice(0, 6)).espnId
      const inForce = corrections.find((each) => each.espnId === espnId && each.endedAt === null)
      const path = api.adminCorrections(pool.tournamentId)
      if (inForce && random.between(0, 1) === 0)
        await pool.send('POST', api.adminCorrectionEnd(pool.tournamentId), power, { id: inForce.id })
      else await pool.send('POST', path, power, { espnId, ...scores, reason: 'Card', basedOn: inForce?.id ?? null })
      await check('with a correction that is not shown yet')
      await pool.app.feed.refreshScores()
      await check('with a correction')
    }
    clock.set(start)
    await check('at the lock')
    for (const milestone of milestones) {
      clock.advance(7 * minute)
      pool.simulator.advanceTo(milestone)
      await pool.app.feed.pollNow()
      await check(milestone)
      clock.advance(3 * minute)
      await correct()
    }
    clock.advance(minute)
    expect((await pool.send('POST', api.tournamentEnd(pool.tournamentId), admin, [])).status).toBe(200)
    await check('after the end')
    await pool.close()
    expect(said).toEqual([])
  }
})
