import { type EntryNumber, entryNumbers, picksPerEntryRecord, tiers } from '#domain/tournament.ts'

/** A field of the form, named as in the submission, so that the server's errors can be shown at it. */
export type FieldName = `selections.${number}.playerId` | `tiebreakers.${number}`

/** `pickIndex`: 0 to 11, in pick order (docs/rules.md, 2.1). */
export function pickField(pickIndex: number): FieldName {
  return `selections.${pickIndex}.playerId`
}

export function answerField(index: number): FieldName {
  return `tiebreakers.${index}`
}

/** All fields, in display order. */
export const entryFields: readonly FieldName[] = [
  ...Array.from({ length: picksPerEntryRecord }, (_, pickIndex) => pickField(pickIndex)),
  answerField(0),
  answerField(1),
]

export function isFieldName(name: string): name is FieldName {
  return entryFields.some((field) => field === name)
}

/** The four picks of one entry, tier A to D. */
export function pickIndexesOf(entryNumber: EntryNumber): number[] {
  const first = entryNumbers.indexOf(entryNumber) * tiers.length
  return tiers.map((tier) => first + tier)
}
