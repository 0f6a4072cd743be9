import * as z from 'zod/mini'
import { picksPerEntryRecord } from '#domain/tournament.ts'
import { id, plainText } from './values.ts'

/**
 * `POST /api/entry` and `PUT /api/entry` (specification, section 7; decisions, sections 4 and 13): one entry record
 * with its twelve picks, entry 1's tiers A to D first, then entry 2's, then entry 3's.
 */

/** The most letters of a tiebreaker answer, counted after trimming (decisions, section 4). */
export const maxTiebreakerAnswerLength = 200

const answer = plainText(maxTiebreakerAnswerLength, 'must be answered')

export const entrySubmission = z.strictObject({
  /** 0 for a new one. */
  id: z.union([z.literal(0), id]),
  /** Whose entry it is: the signed-in user's own id. Somebody else's is refused (403). */
  userId: id,
  tournamentId: id,
  tiebreakers: z.tuple([answer, answer]),
  selections: z
    .array(z.strictObject({ playerId: id }))
    .check(
      z.length(
        picksPerEntryRecord,
        `must name ${picksPerEntryRecord} golfers, one of each tier for each entry`,
      ),
    ),
  /** With PUT: the version it was read with. When another has been saved since, it is refused (409). */
  version: z.optional(z.int().check(z.positive())),
})

export type EntrySubmission = z.infer<typeof entrySubmission>
