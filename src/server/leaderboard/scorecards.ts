import type { Golfer, PlayerProfile } from '#domain/field.ts'
import type { Tournament } from '#domain/tournament.ts'
import type { Db } from '../db/database.ts'
import { toPlayerProfile } from '../feed/espn-player-summary.ts'
import { FeedError } from '../feed/feed-error.ts'
import type { PlayerSummaries } from '../feed/player-summary-cache.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'
import { findScorecard, saveScorecards } from './scorecard-store.ts'

type Followed = Pick<Tournament, 'id' | 'espnId' | 'active'>

export type Scorecards = ReturnType<typeof createScorecards>

type Options = { db: Db; summaries: PlayerSummaries; now: () => Date }

/** So many golfers are asked for at once, and nobody any more after so long: who has ended a tournament waits for it. */
const atOnce = 6
const collectWithinMs = 20_000

/** A golfer's profile and rounds: the feed's while the tournament is on, afterwards those that were kept with it. */
export function createScorecards({ db, summaries, now }: Options) {
  async function ask(
    { espnId: eventId }: Followed,
    golfer: Golfer,
    board: StoredLeaderboard,
  ): Promise<PlayerProfile> {
    const { season } = board.message.event
    const summary = await summaries.get({ eventId, athleteId: golfer.espnId, season })
    return toPlayerProfile(summary, { ...golfer, courses: board.extras.courses })
  }

  return {
    /** Throws `FeedError` when there is none yet, and the feed does not give it. */
    async find(tournament: Followed, golfer: Golfer, board: StoredLeaderboard): Promise<PlayerProfile> {
      if (tournament.active) return ask(tournament, golfer, board)
      const kept = await findScorecard(db, tournament.id, golfer.espnId)
      if (kept) return kept
      const profile = await ask(tournament, golfer, board)
      // What could not be had when the tournament ended is kept as soon as somebody looks at it.
      if (hasRounds(profile)) await saveScorecards(db, tournament.id, [profile])
      return profile
    },

    /** The scorecards of these golfers, as far as the feed gives them in good time. */
    async collect(
      tournament: Followed,
      board: StoredLeaderboard,
      espnIds: ReadonlySet<string>,
    ): Promise<PlayerProfile[]> {
      const until = now().getTime() + collectWithinMs
      const waiting = board.message.golfersScores.filter((golfer) => espnIds.has(golfer.espnId))
      const collected: PlayerProfile[] = []
      async function work(): Promise<void> {
        for (let golfer = waiting.shift(); golfer && now().getTime() < until; golfer = waiting.shift()) {
          const profile = await ask(tournament, golfer, board).catch(missing)
          if (profile) collected.push(profile)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return collected
    },
  }
}

function hasRounds({ rounds }: PlayerProfile): boolean {
  return rounds.some(({ value }) => value !== null)
}

/** One that the feed does not give is asked for again when somebody looks at it. */
function missing(error: unknown): undefined {
  if (!(error instanceof FeedError)) throw error
}
