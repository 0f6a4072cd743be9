import { createDraftStore } from './draft-store.ts'

type Edit = { readonly text: string; readonly was: string }

/** What is typed over published scores, by golfer and column. `was`: what the cell had then, in case somebody else changes it. */
export type ScoreEdits = Readonly<Record<string, Readonly<Record<string, Edit>>>>

/** Scores that an organiser has not published yet. Browsers hold drafts in this shape: renaming a field loses them. */
export type ScoreDraft = {
  readonly edits: ScoreEdits
  /** The pasted table. */
  readonly table: string
}

export const scoreDrafts = createDraftStore<ScoreDraft>('scores')
