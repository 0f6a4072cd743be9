import * as z from 'zod/mini'
import { golfer, type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { yieldToBrowser } from '../time/yield-to-browser.ts'

const body = z.extend(leaderboard, { golfersScores: z.array(z.unknown()) })
const golfers = z.array(golfer)

/** On a slow phone, validating this many golfers takes a few milliseconds. */
const golfersPerStep = 20

/**
 * Receives a leaderboard as soon as it has been read, before its golfers are validated, so that the worker can start to
 * compute. The reader waits for the returned promise.
 */
export const leaderboardArrival: {
  prepare: ((tournamentId: number, leaderboard: Leaderboard) => Promise<void> | undefined) | undefined
} = { prepare: undefined }

/** Validates a leaderboard like the schema, but in steps: a whole field would block a slow phone. */
export function createLeaderboardReader(tournamentId: number) {
  return {
    async parse(input: unknown): Promise<Leaderboard> {
      const { golfersScores, ...rest } = body.parse(input)
      const prepared = leaderboardArrival.prepare?.(tournamentId, {
        ...rest,
        golfersScores: golfersScores as Leaderboard['golfersScores'],
      })
      const checked: Leaderboard['golfersScores'] = []
      for (let from = 0; from < golfersScores.length; from += golfersPerStep) {
        if (from > 0) await yieldToBrowser()
        checked.push(...golfers.parse(golfersScores.slice(from, from + golfersPerStep)))
      }
      await prepared
      return { ...rest, golfersScores: checked }
    },
  }
}
