import * as z from 'zod/mini'
import { athleteId, instant } from './values.ts'

const movement = z.object({ text: z.string(), class: z.enum(['positive', 'negative', 'none']) })

/** A row of the leaderboard: `Golfer` of `domain/field/field.ts`. */
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
  correction: z.nullable(
    z.object({
      fields: z.readonly(z.array(z.string())),
      reason: z.string(),
      by: z.string(),
      at: instant,
      /** Added to the score to par and to the total; omitted where the score to par is not corrected. */
      toParDifference: z.optional(z.int()),
    }),
  ),
})

/** The projected cut line (docs/rules.md, 3.6). */
export const cutline = z.object({
  value: z.int(),
  type: z.literal('projected'),
  displayValue: z.string(),
})

/** The event: `EventState` of `domain/field/field.ts`. */
export const eventState = z.object({
  name: z.string(),
  season: z.int(),
  status: z.string(),
  roundStatus: z.string(),
  par: z.int(),
  completed: z.boolean(),
  /** How many rounds the event has; omitted for four where the source does not say. */
  rounds: z.optional(z.int()),
})

/** `ScoreSourceInfo` of `domain/field/field.ts`. */
const scoreSource = z.object({
  kind: z.enum(['feed', 'document', 'hand']),
  since: z.nullable(instant),
  by: z.nullable(z.string()),
})

/** When the feed began to fail, and the reason as text (docs/rules.md, 7.6). */
const stale = z.object({ since: instant, reason: z.string() })

/**
 * `GET /api/leaderboard/{tournamentId}`: the golfers' scores, the same bytes for every viewer (docs/rules.md, 3.1).
 * Entry counts are not included: the viewer counts them from the tournament's entries
 * (docs/decisions/004-entry-counts-in-the-browser.md).
 */
export const leaderboard = z.object({
  /** Increases by one with each change of the body. */
  version: z.int(),
  /** When the scores last changed. */
  timeStamp: instant,
  stale: z.nullable(stale),
  source: scoreSource,
  currentRound: z.int(),
  cutline: z.nullable(cutline),
  event: eventState,
  golfersScores: z.array(golfer),
})

export type Leaderboard = z.infer<typeof leaderboard>

const row = z.int()

/** `BoardChange` of `domain/history/board-history.ts`. */
const boardChange = z.tuple([
  z.partial(z.omit(leaderboard, { golfersScores: true })),
  z.array(z.tuple([row, z.int(), z.int(), z.string()])),
  z.array(z.tuple([row, z.partial(golfer)])),
  z.array(z.tuple([row, z.int()])),
])

/**
 * `GET /api/leaderboard/{tournamentId}/history`: every version since recording began, each as a key frame or as the change
 * from the one before; empty for a tournament from before (docs/rules.md, 7.9).
 */
export const leaderboardHistory = z.object({
  records: z.array(z.union([z.object({ board: leaderboard }), boardChange])),
})

/**
 * `GET /api/leaderboard/{tournamentId}/stream`: server-sent events (docs/decisions/002-the-stream-announces-versions.md).
 * `leaderboard` announces a version to fetch, on connecting and for each new one; `checked` is the heartbeat. Before
 * fetching, a client waits a random time of up to `spreadMs`, so that a large audience does not fetch at once.
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

/** `GET /api/leaderboard/{tournamentId}/player/{espnId}`: the content of the golfer detail (docs/rules.md, 3.7). */
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

export type PlayerProfile = z.infer<typeof playerProfile>
