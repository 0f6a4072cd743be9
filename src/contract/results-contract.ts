import * as z from 'zod/mini'
import { id, instant } from './values.ts'

/**
 * `GET /api/results/{userId}` (docs/rules.md, 6): ended tournaments, newest first, with the places of the user's entries
 * in entry order (null for a disqualified one), and how many entries held each golfer, highest first.
 */
export const userResults = z.object({
  user: z.object({ id, name: z.string() }),
  results: z.array(
    z.object({
      tournament: z.object({ id, name: z.string(), start: instant }),
      places: z.array(z.nullable(z.int().check(z.positive()))),
    }),
  ),
  favoriteGolfers: z.array(z.object({ name: z.string(), count: z.int().check(z.positive()) })),
})

export type UserResults = z.infer<typeof userResults>
