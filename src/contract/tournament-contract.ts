import * as z from 'zod/mini'
import { isNoNumber } from '#domain/text/answer-number.ts'
import { fieldStates } from '#domain/tournament/tournament.ts'
import { lockedChange } from './locked-change-contract.ts'
import { reach } from './organiser-message-contract.ts'
import { storedFee } from './payment-contract.ts'
import { poolSeal } from './seal-contract.ts'
import { athleteId, entryNumber, eventId, id, instant, plainText, queryFlag, tier } from './values.ts'

/** A golfer who can be picked (docs/rules.md, 1.1). */
export const player = z.object({
  id,
  name: z.string(),
  espnId: athleteId,
  tier,
  order: z.int(),
  /** The rank in the ranking from which the tiers were proposed (docs/rules.md, 8.6). */
  rank: z.optional(z.int()),
  /**
   * Final positions in `recentTournaments` of the response, in their order: null where the golfer did not play. Only before
   * the start, and omitted for golfers who have played none of them.
   */
  finishes: z.optional(z.readonly(z.array(z.nullable(z.string())))),
})

/** The names of the last tournaments that the pool has ended, latest first; only before the start (docs/rules.md, 2.7). */
const recentTournaments = z.optional(z.readonly(z.array(z.string())))

export const selection = z.object({ playerId: id, entryNumber })

/** An entry record. Other people's `tiebreakers` and `selections` are empty until the start (docs/rules.md, 2.6). */
export const entry = z.object({
  id,
  userId: id,
  tournamentId: id,
  name: z.string(),
  tiebreakers: z.array(z.string()),
  selections: z.array(selection),
  version: z.int(),
  /** The time of the last save; only in responses to the owner. */
  changedAt: z.optional(instant),
  /** Set before the start on the owner’s entry if it was saved before somebody else’s link was used to enter the account. */
  isSealed: z.optional(z.literal(true)),
})

/** A withdrawn entry. `by` is the organiser who has removed it. */
const withdrawnEntry = z.object({ name: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()) })

const tournamentFields = {
  id,
  espnId: eventId,
  name: z.string(),
  start: instant,
  /** The start moves when the feed's does (docs/rules.md, 1.3). */
  followsFeed: z.optional(z.boolean()),
  /** The feed's start if it differs; only before the start. */
  feedStart: z.optional(instant),
  /** Set before the start if the feed's golfers may not be the field, or the field has replaced them (docs/rules.md, 8.8). */
  fieldState: z.optional(z.enum(fieldStates)),
  active: z.boolean(),
  /** Why it was ended without places. */
  cancelledReason: z.optional(z.string()),
  /** Set if the tournament was cancelled before its start. Its picks then stay hidden (docs/rules.md, 2.6). */
  endedBeforeStart: z.optional(z.literal(true)),
  /** Set if it was imported: it has places only (docs/rules.md, 10). */
  isImported: z.optional(z.literal(true)),
  /** The organisers' tie decision about a shared first place, in words (docs/rules.md, 5.1). */
  decision: z.optional(z.string()),
  tiebreakers: z.tuple([z.string(), z.string()]),
  /** The true answers that decide ties, each a number or empty. They count only after the end (docs/rules.md, 2.2). */
  trueAnswers: z.optional(z.tuple([z.string(), z.string()])),
  /** The price and the payouts. */
  fee: z.optional(storedFee),
  /** Markdown, as its organiser has written it. */
  houseRules: z.optional(z.string()),
  /** Set if an organiser has hidden the Hat (docs/rules.md, 4.12). */
  hidesHat: z.optional(z.literal(true)),
}

/** `GET /api/tournament/{id}`: players and entries only if the query includes them. */
export const tournament = z.object({
  ...tournamentFields,
  players: z.optional(z.array(player)),
  recentTournaments,
  entries: z.optional(z.array(entry)),
  /** The withdrawn entries without picks, from the start on if entries are included (docs/rules.md, 2.8). */
  withdrawnEntries: z.optional(z.array(withdrawnEntry)),
  /** The changes after the lock, oldest first, if there are any and entries are included (docs/rules.md, 2.12). */
  lockedChanges: z.optional(z.array(lockedChange)),
  /** The seal over the entries, from the start on if they are included; null for a tournament that started before there were seals. */
  seal: z.optional(z.nullable(poolSeal)),
  /** The golfers of the Hat by id, tier A to D (docs/proof.md, 3), if there is one and entries are included. */
  hat: z.optional(z.readonly(z.array(id))),
})

/** The query of `GET /api/tournament/{id}`. */
export const tournamentQuery = z.object({ includePlayers: queryFlag, includeEntries: queryFlag })

/** A tournament without players and entries. */
export const tournamentSummary = z.object(tournamentFields)

/** `GET /api/tournament/current`: the active tournament, else the one with the latest start, else null
 * (docs/rules.md, 1.2). */
export const currentTournament = z.nullable(tournamentSummary)

/** `GET /api/tournament/all`: newest start first. */
export const tournamentList = z.array(tournamentSummary)

/** `GET /api/tournament/entry/{entryId}`: the tournament of one's own entry, with its players and that entry. */
export const tournamentOfEntry = z.object({
  ...tournamentFields,
  players: z.array(player),
  recentTournaments,
  entries: z.array(entry),
})

/** `GET /api/player/all`: the golfers of the current tournament, by name. */
export const playerList = z.array(z.object({ name: z.string(), espnId: athleteId }))

/** `POST /api/admin/cancel/{tournamentId}`: why it ends without places. */
export const tournamentCancellation = z.strictObject({ reason: plainText(200, 'is required') })

/**
 * `GET /api/admin/cancel/{tournamentId}`: how many people would be told that it is cancelled;
 * `GET /api/admin/reopen/{tournamentId}`: how many were, and would be told that it is not.
 */
export const cancellationReach = z.object({ reach })

const trueAnswer = z.string().check(
  z.trim(),
  z.refine((text) => !isNoNumber(text), 'must be a number'),
)

/** `POST /api/admin/decision/{tournamentId}`. */
export const tieDecision = z.strictObject({
  /** The tie decision about a shared first place, in words. An empty text removes it. */
  decision: z.union([z.literal(''), plainText(200)]),
  /** The true answers to the two questions, each a number or empty. Without them, they stay as they are. */
  trueAnswers: z.optional(z.tuple([trueAnswer, trueAnswer])),
})

/** `POST /api/admin/hat/{tournamentId}`: whether the Hat is hidden. */
export const hatChange = z.strictObject({ isHidden: z.boolean() })

/** `POST /api/admin/deleteTournament/{tournamentId}`: its name, so that no other is deleted by mistake. */
export const tournamentDeletion = z.strictObject({ name: z.string() })

/** `POST /api/admin/reopen/{tournamentId}`. */
export const tournamentReopening = z.strictObject({
  /**
   * False: the scores stay as they are until organisers correct them or enter others. True: their source is asked again. Before the
   * start, nothing has been played, and it says nothing.
   */
  asksSource: z.boolean(),
})

export type CancellationReach = z.infer<typeof cancellationReach>
export type TieDecision = z.infer<typeof tieDecision>
export type TournamentReopening = z.infer<typeof tournamentReopening>
export type TournamentResponse = z.infer<typeof tournament>
export type TournamentOfEntry = z.infer<typeof tournamentOfEntry>
export type TournamentSummary = z.infer<typeof tournamentSummary>
