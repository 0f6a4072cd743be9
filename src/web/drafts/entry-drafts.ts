import * as z from 'zod/mini'
import { picksPerEntryRecord } from '#domain/tournament.ts'
import { createDraftStore } from './draft-store.ts'

const entryDraft = z.object({
  /** Player ids at their twelve places, null where nobody is picked yet. */
  picks: z.array(z.nullable(z.int())).check(z.length(picksPerEntryRecord)),
  answers: z.tuple([z.string(), z.string()]),
  /** The version of the saved entry that this is to change; 0 for a new one. */
  version: z.int(),
  keptAt: z.iso.datetime(),
})

/** What somebody has picked and not saved yet. */
export type EntryDraft = z.infer<typeof entryDraft>

export const entryDrafts = createDraftStore('entry', entryDraft)
