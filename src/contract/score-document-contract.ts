import * as z from 'zod/mini'
import { mostRounds } from '#domain/field/field.ts'
import { eventStatuses, golferStatuses } from '#domain/scores/score-document.ts'
import { athleteId, eventId, instant, plainText } from './values.ts'

const scoredEvent = z.object({
  id: eventId,
  name: plainText(200),
  season: z.int().check(z.minimum(1900), z.maximum(2200)),
  par: z.int().check(z.minimum(54), z.maximum(80)),
  /** Four if it is omitted. */
  rounds: z.optional(z.int().check(z.minimum(1), z.maximum(mostRounds))),
  round: z.int().check(z.minimum(0), z.maximum(mostRounds + 1)),
  status: z.enum(eventStatuses),
  cut: z._default(z.nullable(z.object({ afterRound: z.int(), toPar: z.nullable(z.int()) })), null),
  updated: instant,
})

const optionalInt = z._default(z.nullable(z.int()), null)

const scoredGolfer = z.object({
  id: athleteId,
  name: plainText(100),
  status: z._default(z.enum(golferStatuses), 'playing'),
  rounds: z._default(z.array(z.nullable(z.int())).check(z.maxLength(4)), []),
  today: optionalInt,
  thru: optionalInt,
  toPar: optionalInt,
  teeTime: z._default(z.nullable(instant), null),
  position: z._default(z.nullable(plainText(5)), null),
  amateur: z._default(z.boolean(), false),
})

/**
 * Scores in the pool's own shape: the body at `SCORES_URL`, and what organisers publish by hand (docs/rules.md, 7.7). What
 * must fit together is checked by `domain/scores/score-document.ts`.
 */
export const scoreDocument = z.object({
  event: scoredEvent,
  golfers: z.array(scoredGolfer).check(z.maxLength(400)),
})
