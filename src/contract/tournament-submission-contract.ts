import * as z from 'zod/mini'
import { tiers } from '#domain/tournament.ts'
import { athleteId, eventId, id, instant, plainText, tier } from './values.ts'

/** `POST /api/tournament` and `PUT /api/tournament` (specification, sections 3 and 7). Both answer the tournament. */

export const maxTournamentNameLength = 200
export const maxTiebreakerLength = 200
const maxPlayers = 300

const player = z.strictObject({
  /** The feed's own name for the golfer is the one that is kept. */
  name: plainText(100),
  espnId: athleteId,
  tier,
  /** Where he stands in the list of his tier; only the order counts. */
  order: z.int().check(z.nonnegative(), z.maximum(maxPlayers * tiers.length)),
})

const players = z.array(player).check(
  z.maxLength(maxPlayers, `must be ${maxPlayers} golfers at most`),
  z.refine(
    (list) => tiers.every((each) => list.some((one) => one.tier === each)),
    'must have at least one golfer in every tier',
  ),
)

const tiebreaker = plainText(maxTiebreakerLength)
const content = {
  name: plainText(maxTournamentNameLength),
  start: instant,
  tiebreakers: z.tuple([tiebreaker, tiebreaker]),
  players,
}

export const tournamentSubmission = z.strictObject({
  /** 0 for a new one. */
  id: z.union([z.literal(0), id]),
  /** The event it follows; it cannot be changed later. */
  espnId: eventId,
  ...content,
  /** Without effect: a new tournament is active, and an edit keeps what it was (specification, section 4). */
  active: z.optional(z.boolean()),
  /** With PUT: what the form was filled with. When something else is stored by now, the edit is refused (409). */
  basedOn: z.optional(z.strictObject(content)),
})

export type TournamentSubmission = z.infer<typeof tournamentSubmission>
