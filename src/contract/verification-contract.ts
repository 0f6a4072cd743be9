import * as z from 'zod/mini'
import { tierNames } from '#domain/tournament.ts'
import { athleteId, eventId, instant, tier } from './values.ts'

/** What the tournament form asks while it is filled in (specification, section 5; decisions, section 13). */

/** `GET /api/tournament/verify/{espnId}`: can this event be played? `name` and `start` fill in the form. */
export const eventVerification = z.object({
  valid: z.boolean(),
  /** Empty when not valid. */
  name: z.string(),
  /** The first tee time, else the first day as the feed tells it; null when not valid, or when it does not tell. */
  start: z.nullable(instant),
  /** Why it is not valid, in words for the organiser. */
  reason: z.optional(z.string()),
  /** The site that was asked, when it does not know the event. */
  host: z.optional(z.string()),
})

export type EventVerification = z.infer<typeof eventVerification>

/** Lines of a tier, blank ones included. */
export const maxTierLines = 500
export const maxLineLength = 200
const lines = z
  .array(z.string().check(z.maxLength(maxLineLength, `must have at most ${maxLineLength} letters`)))
  .check(z.maxLength(maxTierLines, `must have at most ${maxTierLines} lines`))

/** `POST /api/tournament/verifyPlayers`: the four lists as they are typed, and which of them was just left. */
export const playersVerificationRequest = z.strictObject({
  espnId: eventId,
  tiers: z.tuple([lines, lines, lines, lines]),
  tier,
  /** All four have been filled in: now golfers who are in none of them are missing. */
  allTouched: z.boolean(),
})

export type PlayersVerificationRequest = z.infer<typeof playersVerificationRequest>

const golfer = z.object({ name: z.string(), espnId: athleteId })

const playersValidation = z.object({
  /** A line of the list, without the space round it. */
  inputName: z.string(),
  /** The golfer's name as the feed has it; null when nobody is found. */
  espnName: z.nullable(z.string()),
  espnId: z.nullable(athleteId),
  exactMatch: z.boolean(),
  partialMatch: z.boolean(),
  /** False for a player of the stored tournament whom the feed no longer has; and when nobody is found. */
  inField: z.boolean(),
  /** When nobody is found: who may be meant. It is for the organiser to pick. */
  candidates: z.array(golfer),
})

export const playersVerification = z.object({
  /** The feed knows the event, and it can be played. */
  validId: z.boolean(),
  /** The four lists together: every line found, nobody twice; with `allTouched` also nobody missing, no list empty. */
  validPlayers: z.boolean(),
  /** The list that was asked about: not empty, and every line found. */
  validTier: z.boolean(),
  /** With `allTouched`: golfers of the field who are in no list. */
  missingPlayers: z.array(golfer),
  /** Who stands on several lines, with the tier of each of these lines. */
  duplicates: z.array(z.object({ name: z.string(), tiers: z.array(z.enum(tierNames)) })),
  /** The lines of the list that was asked about, in their order. */
  validations: z.array(playersValidation),
  /** Why nothing could be verified, in words for the organiser. */
  reason: z.optional(z.string()),
})

export type PlayersVerification = z.infer<typeof playersVerification>
