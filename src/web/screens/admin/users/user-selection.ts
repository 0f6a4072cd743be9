/** Ids of the selected users; the first is the target of a merge (docs/rules.md, 11.3). */
export type UserSelection = readonly number[]

export const maxMergedUsers = 50

export function toggle(selection: UserSelection, id: number): UserSelection {
  return selection.includes(id) ? selection.filter((selected) => selected !== id) : [...selection, id]
}

/** Moves a user to the front. */
export function withTarget(selection: UserSelection, id: number): UserSelection {
  return [id, ...selection.filter((selected) => selected !== id)]
}

/** Drops users who no longer exist, for example because another admin has merged them. */
export function retainExisting(selection: UserSelection, existing: ReadonlySet<number>): UserSelection {
  return selection.every((id) => existing.has(id)) ? selection : selection.filter((id) => existing.has(id))
}

/** Why the selection cannot be merged; null if it can. */
export function explainMergeBlock(selection: UserSelection): string | null {
  if (selection.length < 2) return 'Select at least two users.'
  return selection.length > maxMergedUsers ? `Select at most ${maxMergedUsers} users.` : null
}
