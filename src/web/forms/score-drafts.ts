import { createDraftStore } from './draft-store.ts'

/** Scores that an organiser has not published yet. Browsers hold drafts in this shape: renaming a field loses them. */
export type ScoreDraft = {
  /** By golfer and column; `was` is the published text that was replaced. */
  edits: Record<string, Record<string, { text: string; was: string }>>
  /** The pasted table. */
  table: string
}

export const scoreDrafts = createDraftStore<ScoreDraft>('scores')
