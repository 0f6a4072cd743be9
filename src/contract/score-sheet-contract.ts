import * as z from 'zod/mini'
import { maxLineLength, maxTierLines } from './limits.ts'
import { scoreDocument } from './score-document-contract.ts'
import { instant } from './values.ts'
import { playersValidation } from './verification-contract.ts'

const version = z.int().check(z.nonnegative())

/** `GET /api/admin/scores/{tournamentId}`: the scores that organisers enter (docs/rules.md, 7.7). */
export const scoreSheet = z.object({
  /** Whether the board shows them. */
  inUse: z.boolean(),
  /** Increases with each change; 0 before the first. */
  version,
  /** The scores by hand; null while they are not in use. */
  document: z.nullable(scoreDocument),
  /** The name of the organiser who last published scores, and when; null before. */
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})

export type ScoreSheetMessage = z.infer<typeof scoreSheet>

/** `PUT /api/admin/scores/{tournamentId}`. The response is the new state. */
export const scoreSheetSubmission = z.strictObject({
  /** The version that it was made from. */
  version,
  /** False: the scores come from the feed again. */
  inUse: z.boolean(),
  /** The new scores; null keeps those on the board. The server sets `updated`. */
  document: z.nullable(scoreDocument),
})

export type ScoreSheetSubmission = z.infer<typeof scoreSheetSubmission>

/** `POST /api/admin/scores/{tournamentId}/names`: the names in a pasted table. */
export const scoredNames = z.strictObject({
  names: z.array(z.string().check(z.maxLength(maxLineLength))).check(z.maxLength(maxTierLines)),
})

/** The golfers of the board whom these names mean, in the same order. */
export const scoredNameMatches = z.object({ validations: z.array(playersValidation) })
