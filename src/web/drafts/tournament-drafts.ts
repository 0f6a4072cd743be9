import * as z from 'zod/mini'
import { createDraftStore } from './draft-store.ts'

const start = z.object({ date: z.string(), time: z.string(), isSecond: z.boolean() })
const text = z.string()

const tournamentDraft = z.object({
  values: z.object({
    espnId: text,
    name: text,
    start,
    tiebreakers: z.tuple([text, text]),
    tiers: z.tuple([text, text, text, text]),
  }),
  /** Where the start was read off the clocks. */
  zone: text,
  /** What the feed had filled in. */
  filledIn: z.object({ name: text, start: z.nullable(start) }),
  /** The saved tournament that this is to change, in a form that can be compared; empty for a new one. */
  basedOn: text,
  keptAt: z.iso.datetime(),
})

/** What an organiser has filled in of the tournament form and not saved yet. */
export type TournamentDraft = z.infer<typeof tournamentDraft>

export const tournamentDrafts = createDraftStore('tournament', tournamentDraft)
