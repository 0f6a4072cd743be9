import * as z from 'zod/mini'
import { entryNumbers } from '#domain/tournament.ts'
import { id } from './values.ts'

/**
 * `POST /api/tournament/end/{tournamentId}`: the places of each user's entries in entry order, null for a disqualified
 * one (specification, section 7; decisions, section 6). What is sent is compared and never obeyed; the answer, in the
 * order of the entry ids, is what the server computed and keeps. It is empty for a tournament without places.
 */
export const finalPlaces = z.array(
  z.strictObject({
    entryId: id,
    places: z.array(z.nullable(id)).check(z.maxLength(entryNumbers.length)),
  }),
)
