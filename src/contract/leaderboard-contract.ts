import * as z from 'zod/mini'
import { athleteId, instant } from './values.ts'

/**
 * `GET /api/leaderboard/{tournamentId}`: the golfers' scores alone, the same bytes for every viewer (decisions,
 * sections 2 and 13). How many entries picked a golfer is not here: it is counted from the tournament's entries,
 * which the viewer already has.
 */

const movement = z.object({ text: z.string(), class: z.enum(['positive', 'negative', 'none']) })

export const golfer = z.object({
  index: z.int(),
  espnId: athleteId,
  fullName: z.string(),
  shortName: z.string(),
  amateur: z.boolean(),
  logoImage: z.nullable(z.string()),
  isDNF: z.boolean(),
  position: z.string(),
  movement,
  relativeScore: z.int(),
  toPar: z.string(),
  total: z.int(),
  totalScore: z.string(),
  currentRoundScore: z.string(),
  thru: z.string(),
  teeTime: z.nullable(instant),
  round1Score: z.string(),
  round2Score: z.string(),
  round3Score: z.string(),
  round4Score: z.string(),
})

export const cutline = z.object({
  value: z.int(),
  type: z.literal('projected'),
  displayValue: z.string(),
})

export const eventState = z.object({
  name: z.string(),
  season: z.int(),
  status: z.string(),
  roundStatus: z.string(),
  par: z.int(),
  completed: z.boolean(),
})

/** Why the scores are not fresh: since when the feed fails, and how, in words. */
export const stale = z.object({ since: instant, reason: z.string() })

export const leaderboard = z.object({
  /** Grows by one with each change of the body. */
  version: z.int(),
  /** When the scores last changed. */
  timeStamp: instant,
  stale: z.nullable(stale),
  currentRound: z.int(),
  cutline: z.nullable(cutline),
  event: eventState,
  golfersScores: z.array(golfer),
})

export type Leaderboard = z.infer<typeof leaderboard>
export type Stale = z.infer<typeof stale>

/**
 * `GET /api/leaderboard/{tournamentId}/stream`, server-sent events. Event `leaderboard`: a version is there to be
 * fetched (at once on connecting, then with each new one). Event `checked`: the heartbeat. `spreadMs` asks the
 * listener to wait a random time of at most so many milliseconds before fetching, so that a large audience does not
 * ask in the same instant.
 */
export const leaderboardUpdate = z.object({
  version: z.int(),
  feedChecked: z.nullable(instant),
  spreadMs: z.int(),
})

export type LeaderboardUpdate = z.infer<typeof leaderboardUpdate>

const holeScore = z.object({ period: z.int(), value: z.int(), par: z.int() })

const roundCard = z.object({
  period: z.int(),
  value: z.nullable(z.int()),
  outScore: z.nullable(z.int()),
  inScore: z.nullable(z.int()),
  linescores: z.array(holeScore),
})

/** `GET /api/leaderboard/{tournamentId}/player/{espnId}`: the golfer detail modal's content. */
export const playerProfile = z.object({
  espnId: athleteId,
  displayName: z.string(),
  headshot: z.nullable(z.string()),
  logoImage: z.nullable(z.string()),
  college: z.nullable(z.string()),
  birthPlace: z.nullable(z.string()),
  age: z.nullable(z.int()),
  hand: z.nullable(z.string()),
  rounds: z.array(roundCard),
  holes: z.array(z.object({ number: z.int(), shotsToPar: z.int() })),
})
