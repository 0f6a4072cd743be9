import * as z from 'zod/mini'
import { entryNumbers } from '#domain/tournament/tournament.ts'
import { id } from './values.ts'

/**
 * `POST /api/tournament/end/{tournamentId}`, request and response: the places of each user's entries in entry order,
 * null for a disqualified one (docs/rules.md, 5.1). The server compares the request with its own places and never
 * stores it. The response has the stored places by entry id; it is empty for a tournament without places.
 */
export const finalPlaces = z.array(
  z.strictObject({
    entryId: id,
    places: z.array(z.nullable(id)).check(z.maxLength(entryNumbers.length)),
  }),
)
