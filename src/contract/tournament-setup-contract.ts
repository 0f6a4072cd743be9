import * as z from 'zod/mini'
import { tierOrders } from '#domain/tournament/tier-proposal.ts'
import { maxRankingFileLength } from './limits.ts'
import { athleteId, eventId, id, instant } from './values.ts'

/** The data that pre-fills the tournament form (docs/rules.md, 8.1 and 8.6). */

/** A date without a time or zone: `YYYY-MM-DD`. */
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

export const calendarEvent = z.object({
  espnId: eventId,
  name: z.string(),
  firstDay: day,
  lastDay: day,
  /** `on`: today is one of its days, US Eastern time. `this-week`: it begins later this week. */
  state: z.enum(['over', 'on', 'this-week', 'coming']),
  /** This pool's tournament for the event; null if there is none. */
  tournamentId: z.nullable(id),
})

export type CalendarEventResponse = z.infer<typeof calendarEvent>

/** `field`: by world rank, else by this pool's earlier lists, else by name (docs/rules.md, 8.6). */
const rankingSource = z.enum(['field', 'file', 'earlier'])

export type RankingSource = z.infer<typeof rankingSource>

/** `GET /api/tournament/calendar`. While the feed fails, it has the events of the last response, or none. */
export const calendar = z.object({
  /** Sorted by date. */
  events: z.array(calendarEvent),
  /** The time at which the events were fetched; null if they never were. */
  asOf: z.nullable(instant),
  /** Why the last request to the feed failed, as text; null if it succeeded. */
  failure: z.nullable(z.string()),
  /** The sources from which tiers can be proposed. */
  rankings: z.array(rankingSource),
})

export type CalendarResponse = z.infer<typeof calendar>

/** `POST /api/tournament/proposeTiers` */
export const tierProposalRequest = z.strictObject({
  espnId: eventId,
  source: rankingSource,
  /** For the source `file`: its text, CSV with rank and name. */
  file: z.optional(
    z.string().check(z.maxLength(maxRankingFileLength, `must have at most ${maxRankingFileLength} characters`)),
  ),
})

export type TierProposalRequest = z.infer<typeof tierProposalRequest>

export const rankedGolfer = z.object({
  name: z.string(),
  espnId: athleteId,
  /** By what the golfer is ordered. */
  by: z.enum(tierOrders),
  /** The rank in that order; null if there is none, or it is ambiguous. */
  rank: z.nullable(z.int()),
  /** How the name was matched (docs/rules.md, 8.6). */
  match: z.enum(['same', 'similar', 'unclear', 'none']),
  /** For `similar` and `unclear`: the matching lines of the ranking. */
  rankedAs: z.array(z.object({ rank: z.int(), name: z.string() })),
  /** Why the golfer cannot play; null if they can. */
  out: z.nullable(z.string()),
})

export type RankedGolferResponse = z.infer<typeof rankedGolfer>

/** The response of `POST /api/tournament/proposeTiers`. */
export const tierProposal = z.object({
  /** The whole field, best first; empty if nothing can be proposed. */
  golfers: z.array(rankedGolfer),
  /** When the ranking was fetched; null for other sources. */
  asOf: z.nullable(instant),
  /** Why nothing can be proposed or, with golfers, why the world ranking is out of date or not used; null otherwise. */
  reason: z.nullable(z.string()),
})

export type TierProposalResponse = z.infer<typeof tierProposal>
