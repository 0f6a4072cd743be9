import * as z from 'zod/mini'
import { picksPerEntryRecord } from '#domain/tournament/tournament.ts'
import { createDraftStore } from './draft-store.ts'

/** Browsers hold drafts in this shape: renaming a field loses them. */
const entryDraft = z.object({
  /** Player ids in pick order, null for a missing pick. */
  picks: z.array(z.nullable(z.int())).check(z.length(picksPerEntryRecord)),
  answers: z.tuple([z.string(), z.string()]),
  /** The version of the saved entry that the draft changes; 0 for a new entry. */
  version: z.int(),
  /** When the draft was stored, ISO 8601. */
  keptAt: z.iso.datetime(),
})

/** Unsaved content of the entry form. */
export type EntryDraft = z.infer<typeof entryDraft>

export const entryDrafts = createDraftStore('entry', entryDraft)
