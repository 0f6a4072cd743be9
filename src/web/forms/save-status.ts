export type SaveStatus = {
  /** What the form is doing, such as "Saving". */
  activity: string | null
  isDirty: boolean
  isDraftStored: boolean
  isNew: boolean
}

/** Where the form's content is stored. */
export function toSaveStatusText({ activity, isDirty, isDraftStored, isNew }: SaveStatus): string {
  if (activity !== null) return activity
  if (isDirty) return isDraftStored ? 'Not saved yet. Stored as a draft.' : 'Not saved yet.'
  return isNew ? 'No changes yet.' : 'All changes saved.'
}
