import * as z from 'zod/mini'
import { golfer, type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { yieldToBrowser } from '../time/yield-to-browser.ts'

const body = z.extend(leaderboard, { golfersScores: z.array(z.unknown()) })
const golfers = z.array(golfer)

/** On a slow phone, validating this many golfers takes a few milliseconds. */
const golfersPerStep = 20

/** Validates a leaderboard like the schema, but in steps: a whole field would block a slow phone. */
export const leaderboardReader = {
  async parse(input: unknown): Promise<Leaderboard> {
    const { golfersScores, ...rest } = body.parse(input)
    const checked: Leaderboard['golfersScores'] = []
    for (let from = 0; from < golfersScores.length; from += golfersPerStep) {
      if (from > 0) await yieldToBrowser()
      checked.push(...golfers.parse(golfersScores.slice(from, from + golfersPerStep)))
    }
    return { ...rest, golfersScores: checked }
  },
}
