import * as z from 'zod/mini'
import { picksPerEntryRecord } from '#domain/tournament/tournament.ts'
import { maxTiebreakerAnswerLength } from './limits.ts'
import { id, plainText } from './values.ts'

const answer = plainText(maxTiebreakerAnswerLength, 'must be answered')

/**
 * `POST /api/entry` and `PUT /api/entry`: one entry record with its twelve picks, entry 1's tiers A to D first, then
 * entry 2's, then entry 3's (docs/rules.md, 2.1). A repeat is answered with the stored entry.
 */
export const entrySubmission = z.strictObject({
  /** 0 for a new entry. */
  id: z.union([z.literal(0), id]),
  /** The signed-in user's own id; any other is refused (403). */
  userId: id,
  tournamentId: id,
  tiebreakers: z.tuple([answer, answer]),
  selections: z
    .array(z.strictObject({ playerId: id }))
    .check(z.length(picksPerEntryRecord, `must name ${picksPerEntryRecord} golfers, one of each tier for each entry`)),
  /** PUT only: the version that the change is based on. If another has been saved since, it is refused (409). */
  version: z.optional(z.int().check(z.positive())),
})

export type EntrySubmission = z.infer<typeof entrySubmission>
