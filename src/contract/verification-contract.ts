import * as z from 'zod/mini'
import { tierNames } from '#domain/tournament/tournament.ts'
import { maxLineLength, maxTierLines } from './limits.ts'
import { athleteId, eventId, instant, tier } from './values.ts'

/** The checks of the tournament form (docs/rules.md, 8.1 to 8.3). They change nothing. */

/** `GET /api/tournament/verify/{espnId}`: can this event be played? The form is filled in with `name` and `start`. */
export const eventVerification = z.object({
  valid: z.boolean(),
  /** Empty if not valid. */
  name: z.string(),
  /** The first tee time, else the event's first day; null if not valid or unknown to the feed. */
  start: z.nullable(instant),
  /** Why it is not valid, as text. */
  reason: z.optional(z.string()),
  /** The feed's host, if it does not know the event. */
  host: z.optional(z.string()),
})

export type EventVerification = z.infer<typeof eventVerification>

const lines = z
  .array(z.string().check(z.maxLength(maxLineLength, `must have at most ${maxLineLength} characters`)))
  .check(z.maxLength(maxTierLines, `must have at most ${maxTierLines} lines`))

/** `POST /api/tournament/verifyPlayers`: the four lists as typed, and the one to check. */
export const playersVerificationRequest = z.strictObject({
  espnId: eventId,
  tiers: z.tuple([lines, lines, lines, lines]),
  tier,
  /** Whether all four lists have been filled in. Golfers who are in none of them are then missing. */
  allTouched: z.boolean(),
})

export type PlayersVerificationRequest = z.infer<typeof playersVerificationRequest>

const golfer = z.object({ name: z.string(), espnId: athleteId })

export const playersValidation = z.object({
  /** The line as typed, trimmed. */
  inputName: z.string(),
  /** The feed's name for the golfer; null without a match. */
  espnName: z.nullable(z.string()),
  espnId: z.nullable(athleteId),
  exactMatch: z.boolean(),
  partialMatch: z.boolean(),
  /** False without a match, and for a player of the stored tournament whom the feed no longer lists. */
  inField: z.boolean(),
  /** Possible golfers for a line without a match. The organiser chooses one. */
  candidates: z.array(golfer),
})

/** The response of `POST /api/tournament/verifyPlayers`. */
export const playersVerification = z.object({
  /** The feed knows the event, and the event is supported. */
  validId: z.boolean(),
  /** True if every line of the four lists matches and nobody is listed twice; with `allTouched` also nobody is missing and no list is empty. */
  validPlayers: z.boolean(),
  /** True if the checked list is not empty and every line of it matches. */
  validTier: z.boolean(),
  /** Golfers of the field who are in no list; only with `allTouched`. */
  missingPlayers: z.array(golfer),
  /** Golfers on several lines, with the tier of each line. */
  duplicates: z.array(z.object({ name: z.string(), tiers: z.array(z.enum(tierNames)) })),
  /** The lines of the list to check, in order. */
  validations: z.array(playersValidation),
  /** Why nothing could be verified, as text. */
  reason: z.optional(z.string()),
})

export type PlayersVerification = z.infer<typeof playersVerification>
