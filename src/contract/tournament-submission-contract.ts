import * as z from 'zod/mini'
import { tiers } from '#domain/tournament/tournament.ts'
import { maxHouseRulesLength, maxTiebreakerLength, maxTournamentNameLength } from './limits.ts'
import { fee } from './payment-contract.ts'
import { athleteId, eventId, id, instant, plainText, textLines, tier } from './values.ts'

const maxPlayers = 300

const player = z.strictObject({
  /** The feed's name for the golfer replaces it. */
  name: plainText(100),
  espnId: athleteId,
  tier,
  /** Position in the list of the tier; only the relative order matters. */
  order: z.int().check(z.nonnegative(), z.maximum(maxPlayers * tiers.length)),
  /** The rank in a ranking (docs/rules.md, 8.6). Null removes the stored rank; if omitted, it stays. */
  rank: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(99_999)))),
})

const players = z.array(player).check(
  z.maxLength(maxPlayers, `must be ${maxPlayers} golfers at most`),
  z.refine(
    (list) => tiers.every((tier) => list.some((player) => player.tier === tier)),
    'must have at least one golfer in every tier',
  ),
)

const tiebreaker = plainText(maxTiebreakerLength)
export const tiebreakers = z.tuple([tiebreaker, tiebreaker])
const content = {
  name: plainText(maxTournamentNameLength),
  start: instant,
  /** The start moves when the feed's does. If omitted, it does not, or in an edit stays as it is. */
  followsFeed: z.optional(z.boolean()),
  tiebreakers,
  players,
  /** Null removes the stored fee; if omitted, it stays. */
  fee: z.optional(z.nullable(fee)),
  /** Markdown. Empty removes the stored text; if omitted, it stays. */
  houseRules: z.optional(textLines(maxHouseRulesLength)),
}

/** `POST /api/tournament` and `PUT /api/tournament` (docs/rules.md, 8). The response is the tournament. */
export const tournamentSubmission = z.strictObject({
  /** 0 for a new tournament. */
  id: z.union([z.literal(0), id]),
  /** The feed's event. It cannot be changed. */
  espnId: eventId,
  ...content,
  /** Ignored: a new tournament is active, and an edit keeps the state (docs/rules.md, 1.2). */
  active: z.optional(z.boolean()),
  /** PUT only: the content before the edit. If the stored content differs from it, the edit is refused (409). */
  basedOn: z.optional(z.strictObject(content)),
})

export type TournamentSubmission = z.infer<typeof tournamentSubmission>
