import { createDraftStore } from './draft-store.ts'

/** Unsaved content of the entry form. Browsers hold drafts in this shape: renaming a field loses them. */
export type EntryDraft = {
  /** Player ids in pick order, null for a missing pick. */
  picks: (number | null)[]
  answers: [string, string]
  /** The version of the saved entry that the draft changes; 0 for a new entry. */
  version: number
  /** When the draft was stored, ISO 8601. */
  keptAt: string
}

export const entryDrafts = createDraftStore<EntryDraft>('entry')
