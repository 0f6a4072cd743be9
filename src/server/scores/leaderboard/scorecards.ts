import { countRounds, type Golfer, noValue, type PlayerProfile } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { toPlayerProfile } from '#server/feed/espn-player-summary.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import type { PlayerSummaries } from '#server/feed/player-summary-cache.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findScorecard, type StoredLeaderboard, saveScorecards } from './leaderboard-store.ts'

type ScoredTournament = Pick<Tournament, 'id' | 'espnId' | 'active'>

export type Scorecards = ReturnType<typeof createScorecards>

type Options = { db: Db; summaries: PlayerSummaries; now: () => Date }

const maxConcurrentRequests = 6
/** The organiser who ends the tournament waits for this (docs/rules.md, 5.2). */
const collectTimeoutMs = 20_000

/** Scorecards of scores from the feed come from there while the tournament is active, and afterwards from the database. */
export function createScorecards({ db, summaries, now }: Options) {
  async function fetchScorecard({ espnId: eventId }: ScoredTournament, golfer: Golfer, board: StoredLeaderboard) {
    const { event } = board.message
    const summary = await summaries.get({ eventId, athleteId: golfer.espnId, season: event.season })
    return toPlayerProfile(summary, { ...golfer, courses: board.extras.courses, rounds: countRounds(event) })
  }

  return {
    /** Throws `FeedError` when the scorecard is neither cached nor stored and the feed fails. */
    async find(tournament: ScoredTournament, golfer: Golfer, board: StoredLeaderboard): Promise<PlayerProfile> {
      const { source, event } = board.message
      if (source.kind !== 'feed') return toProfileWithoutHoles(golfer, event.par)
      if (tournament.active) return fetchScorecard(tournament, golfer, board)
      const stored = await findScorecard(db, tournament.id, golfer.espnId)
      if (stored) return stored
      const profile = await fetchScorecard(tournament, golfer, board)
      // Missing since the end of the tournament: stored when first opened.
      if (hasRounds(profile)) await saveScorecards(db, tournament.id, [profile])
      return profile
    },

    /** The scorecards of these golfers that the feed provides before the deadline. */
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
          const profile = await fetchScorecard(tournament, golfer, board).catch(ignoreFeedError)
          if (profile) collected.push(profile)
        }
      }
      await Promise.all(Array.from({ length: maxConcurrentRequests }, work))
      return collected
    },
  }
}

/** The scorecard of scores from another source than the feed: round totals only, because the feed’s holes may contradict them. */
function toProfileWithoutHoles(golfer: Golfer, par: number): PlayerProfile {
  const { espnId, fullName, logoImage } = golfer
  const rounds = toShownStrokes(golfer, par).rounds.flatMap((strokes, index) =>
    strokes === noValue
      ? []
      : [{ period: index + 1, value: Number(strokes), outScore: null, inScore: null, linescores: [] }],
  )
  const person = { headshot: null, logoImage, college: null, birthPlace: null, age: null, hand: null }
  return { espnId, displayName: fullName, ...person, rounds, holes: [] }
}

function hasRounds({ rounds }: PlayerProfile): boolean {
  return rounds.some(({ value }) => value !== null)
}

/** A missing scorecard is requested again when it is opened. */
function ignoreFeedError(error: unknown): undefined {
  if (!(error instanceof FeedError)) throw error
}
