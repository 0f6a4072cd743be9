import * as z from 'zod/mini'
import { createDraftStore } from './draft-store.ts'

const start = z.object({ date: z.string(), time: z.string(), isSecond: z.boolean() })
const text = z.string()

/** Browsers hold drafts in this shape: renaming a field loses them. */
const tournamentDraft = z.object({
  values: z.object({
    espnId: text,
    name: text,
    start,
    tiebreakers: z.tuple([text, text]),
    tiers: z.tuple([text, text, text, text]),
    /** By athlete id. Older drafts have none. */
    ranks: z._default(z.record(text, z.int()), {}),
  }),
  /** The time zone of the start. */
  zone: text,
  /** What the feed prefilled. */
  filledIn: z.object({ name: text, start: z.nullable(start) }),
  /** A fingerprint of the saved tournament that the draft changes; empty for a new tournament. */
  basedOn: text,
  /** When the draft was stored, ISO 8601. */
  keptAt: z.iso.datetime(),
})

/** Unsaved content of the tournament form. */
export type TournamentDraft = z.infer<typeof tournamentDraft>

export const tournamentDrafts = createDraftStore('tournament', tournamentDraft)
