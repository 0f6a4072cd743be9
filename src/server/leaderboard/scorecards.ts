import type { Golfer, PlayerProfile } from '#domain/field.ts'
import type { Tournament } from '#domain/tournament.ts'
import type { Db } from '../db/database.ts'
import { toPlayerProfile } from '../feed/espn-player-summary.ts'
import { FeedError } from '../feed/feed-error.ts'
import type { PlayerSummaries } from '../feed/player-summary-cache.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'
import { findScorecard, saveScorecards } from './scorecard-store.ts'

type ScoredTournament = Pick<Tournament, 'id' | 'espnId' | 'active'>

export type Scorecards = ReturnType<typeof createScorecards>

type Options = { db: Db; summaries: PlayerSummaries; now: () => Date }

/** So many golfers are asked for at once, and nobody any more after so long: who has ended a tournament waits for it. */
const atOnce = 6
const collectTimeoutMs = 20_000

/** A golfer's profile and rounds: the feed's while the tournament is on, afterwards those that were kept with it. */
export function createScorecards({ db, summaries, now }: Options) {
  async function fetchScorecard(
    { espnId: eventId }: ScoredTournament,
    golfer: Golfer,
    board: StoredLeaderboard,
  ): Promise<PlayerProfile> {
    const { season } = board.message.event
    const summary = await summaries.get({ eventId, athleteId: golfer.espnId, season })
    return toPlayerProfile(summary, { ...golfer, courses: board.extras.courses })
  }

  return {
    /** Throws `FeedError` when there is none yet, and the feed does not give it. */
    async find(
      tournament: ScoredTournament,
      golfer: Golfer,
      board: StoredLeaderboard,
    ): Promise<PlayerProfile> {
      if (tournament.active) return fetchScorecard(tournament, golfer, board)
      const stored = await findScorecard(db, tournament.id, golfer.espnId)
      if (stored) return stored
      const profile = await fetchScorecard(tournament, golfer, board)
      // What could not be had when the tournament ended is kept as soon as somebody looks at it.
      if (hasRounds(profile)) await saveScorecards(db, tournament.id, [profile])
      return profile
    },

    /** The scorecards of these golfers, as far as the feed gives them in good time. */
    async collect(
      tournament: ScoredTournament,
      board: StoredLeaderboard,
      espnIds: ReadonlySet<string>,
    ): Promise<PlayerProfile[]> {
      const deadline = now().getTime() + collectTimeoutMs
      const waiting = board.message.golfersScores.filter((golfer) => espnIds.has(golfer.espnId))
      const collected: PlayerProfile[] = []
      async function work(): Promise<void> {
        for (let golfer = waiting.shift(); golfer && now().getTime() < deadline; golfer = waiting.shift()) {
          const profile = await fetchScorecard(tournament, golfer, board).catch(missing)
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
