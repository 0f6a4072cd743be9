import * as z from 'zod/mini'
import { dnfReasons } from '#domain/field/field.ts'
import { golfer } from './leaderboard-contract.ts'
import { athleteId, id, instant, plainText } from './values.ts'

/** Corrections of golfers' scores by organisers (docs/rules.md, 7.8). */

const maxReasonLength = 200

/** The corrected values. A null stays as the source has it. The limits depend on the event (`findCorrectionFaults`). */
const correctedScores = {
  status: z.nullable(z.enum([...dnfReasons, 'playing'])),
  rounds: z.array(z.nullable(z.int())).check(z.length(4)),
}

/** `POST /api/admin/corrections/{tournamentId}`: replaces the golfer's correction. The response is the list. */
export const scoreCorrectionSubmission = z.strictObject({
  espnId: athleteId,
  ...correctedScores,
  /** The right score to par. Its difference from the source's is stored, and stays when the golfer plays on. */
  toPar: z.nullable(z.int()),
  /** The source's score to par with the corrected rounds, as the organiser saw it; omitted: as it is now. */
  sourceToPar: z.optional(z.nullable(z.int())),
  reason: plainText(maxReasonLength, 'is required'),
  /** The golfer's correction in force when the organiser began; null for none. */
  basedOn: z.nullable(id),
})

export type ScoreCorrectionSubmission = z.infer<typeof scoreCorrectionSubmission>

/** `POST /api/admin/corrections/{tournamentId}/end`: the response is the list. */
export const scoreCorrectionReference = z.strictObject({ id })

/** `GET /api/admin/corrections/{tournamentId}`: newest first. */
export const scoreCorrectionList = z.array(
  z.object({
    id,
    espnId: athleteId,
    golferName: z.string(),
    ...correctedScores,
    /** Added to the source's score to par and to the total; null if the score to par is not corrected. */
    toParDifference: z._default(z.nullable(z.int()), null),
    /** The score to par of a correction that ended before differences were stored. */
    toPar: z._default(z.nullable(z.int()), null),
    reason: z.string(),
    /** The organiser's name. */
    by: z.string(),
    at: instant,
    /** Null while it is in force. */
    endedAt: z.nullable(instant),
    /** Null if it ended because the source says the same. */
    endedBy: z.nullable(z.string()),
    /** The golfer's row as the source has it; null unless the correction is in force. */
    source: z.nullable(golfer),
  }),
)

export type ScoreCorrectionList = z.infer<typeof scoreCorrectionList>

const maxCorrections = 50

/** `POST /api/admin/resultCorrection/{tournamentId}`: what is put right in the result of an ended tournament. */
export const resultCorrection = z.strictObject({
  /** The version of the leaderboard whose places the admin has seen. */
  version: z.int(),
  corrections: z.array(scoreCorrectionSubmission).check(z.maxLength(maxCorrections)),
  /** Corrections that end. */
  ended: z.array(id).check(z.maxLength(maxCorrections)),
})

export type ResultCorrection = z.infer<typeof resultCorrection>

/** `POST /api/admin/resultCorrection/{tournamentId}/preview`: what it would change. */
export const resultCorrectionPreview = z.object({
  version: z.int(),
  /** The number of entries that would get another place. */
  changed: z.int(),
  /** The best of them, as they would be listed. */
  entries: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  /** The number of people who were sent the result and would be told. */
  people: z.int(),
  /** Others tie, so that what organisers have decided about ties is cleared: in words, and true answers that decide about prizes. */
  clearsTies: z.boolean(),
})

export type ResultCorrectionPreview = z.infer<typeof resultCorrectionPreview>
