import * as z from 'zod/mini'
import { athleteId, entryNumber, eventId, id, instant, queryFlag, tier } from './values.ts'

/** Shapes of specification section 3 and decisions section 13. */

const player = z.object({
  id,
  name: z.string(),
  espnId: athleteId,
  tier,
  order: z.int(),
})

const selection = z.object({ playerId: id, entryNumber })

/** A rival's `tiebreakers` and `selections` are empty until the start (decisions, section 4). */
export const entry = z.object({
  id,
  userId: id,
  tournamentId: id,
  name: z.string(),
  tiebreakers: z.array(z.string()),
  selections: z.array(selection),
  version: z.int(),
  /** When it was last saved: for its owner alone. */
  changedAt: z.optional(instant),
})

const tournamentFields = {
  id,
  espnId: eventId,
  name: z.string(),
  start: instant,
  active: z.boolean(),
  tiebreakers: z.tuple([z.string(), z.string()]),
}

/** `GET /api/tournament/{id}`: players and entries only when asked for. */
export const tournament = z.object({
  ...tournamentFields,
  players: z.optional(z.array(player)),
  entries: z.optional(z.array(entry)),
})

export const tournamentQuery = z.object({ includePlayers: queryFlag, includeEntries: queryFlag })

/** `GET /api/tournament/current`: the active tournament, else the one that started last; null when there is none. */
export const currentTournament = z.nullable(z.object(tournamentFields))

/** `GET /api/tournament/all`: newest start first. */
export const tournamentList = z.array(z.object(tournamentFields))

/** `GET /api/tournament/entry/{entryId}`: the tournament of an own entry, with players and that entry. */
export const tournamentOfEntry = z.object({
  ...tournamentFields,
  players: z.array(player),
  entries: z.array(entry),
})

/** `GET /api/player/all`: the current field's players, by name. */
export const playerList = z.array(z.object({ name: z.string(), espnId: athleteId }))

export type TournamentResponse = z.infer<typeof tournament>
export type TournamentSummary = z.infer<typeof tournamentList>[number]
