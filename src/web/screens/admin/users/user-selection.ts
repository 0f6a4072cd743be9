/** Ids of the selected users; the first is the target of a merge (specification, section 5). */
export type UserSelection = readonly number[]

/** A merge takes no more at once. */
export const maxMergedUsers = 50

export function toggle(selection: UserSelection, id: number): UserSelection {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]
}

/** Puts one of them first. */
export function withTarget(selection: UserSelection, id: number): UserSelection {
  return [id, ...selection.filter((each) => each !== id)]
}

/** Those who are still there: others may have merged some in the meantime. */
export function retainExisting(selection: UserSelection, known: ReadonlySet<number>): UserSelection {
  return selection.every((id) => known.has(id)) ? selection : selection.filter((id) => known.has(id))
}

/** Why they cannot be merged as they are, in words; null when they can. */
export function explainMergeBlock(selection: UserSelection): string | null {
  if (selection.length < 2) return 'Select at least two users.'
  return selection.length > maxMergedUsers ? `Select ${maxMergedUsers} users at most.` : null
}
