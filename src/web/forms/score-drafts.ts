import { createDraftStore } from './draft-store.ts'

/** `was`: the published text when the cell was typed. It reveals a later change by somebody else. */
type Edit = { readonly text: string; readonly was: string }

/** Unpublished edits by row and column. A row is a golfer's id or the event. */
export type ScoreEdits = Readonly<Record<string, Readonly<Record<string, Edit>>>>

/** Scores that an organiser has not published yet. Browsers hold drafts in this shape: renaming a field loses them. */
export type ScoreDraft = {
  readonly edits: ScoreEdits
  /** The pasted table. */
  readonly table: string
}

export const scoreDrafts = createDraftStore<ScoreDraft>('scores')
