import * as z from 'zod/mini'
import { maxTournamentNameLength } from './limits.ts'
import { tiebreakers } from './tournament-submission-contract.ts'
import { eventId, id, instant, plainText } from './values.ts'

/** An event that is played once its field is out (docs/rules.md, 8.7). */
const announcedEvent = z.strictObject({
  espnId: eventId,
  name: plainText(maxTournamentNameLength),
  start: instant,
  tiebreakers,
})

/** The texts were checked when they were announced. */
const storedEvent = z.extend(announcedEvent, { name: z.string(), tiebreakers: z.tuple([z.string(), z.string()]) })

/**
 * `GET /api/announcement`: null without one. `fieldOutAt`: when its field was seen. `after`: the tournament that is active, and
 * has to end before picks can open.
 */
export const announcement = z.nullable(
  z.object({
    event: storedEvent,
    fieldOutAt: z.nullable(instant),
    after: z.nullable(z.object({ id, name: z.string() })),
  }),
)

/** `PUT /api/announcement`: null withdraws it. */
export const announcementChange = z.strictObject({ event: z.nullable(announcedEvent) })

export type AnnouncedEvent = z.infer<typeof announcedEvent>
export type Announcement = NonNullable<z.infer<typeof announcement>>
