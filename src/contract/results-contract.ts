import * as z from 'zod/mini'
import { id, instant } from './values.ts'

/**
 * `GET /api/results/{userId}` (decisions, section 13): ended tournaments, newest first, with the places of the user's
 * entries in entry order (null for a disqualified one), and how often each golfer was picked, most first.
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
