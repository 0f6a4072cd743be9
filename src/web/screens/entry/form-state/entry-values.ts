import type { EntrySubmission } from '#contract/entry-contract.ts'
import { maxTiebreakerAnswerLength } from '#contract/limits.ts'
import {
  type Entry,
  type EntryNumber,
  entryNumbers,
  type Player,
  picksPerEntryRecord,
  tierNames,
  tierOfPick,
  tiers,
} from '#domain/tournament/tournament.ts'

/** The content of the form: player ids in pick order, null for a missing pick, and the answers as typed. */
export type EntryValues = {
  readonly picks: readonly (number | null)[]
  readonly answers: readonly [string, string]
}

export const emptyValues: EntryValues = {
  picks: Array.from({ length: picksPerEntryRecord }, () => null),
  answers: ['', ''],
}

export function toValues(entry: Pick<Entry, 'selections' | 'tiebreakers'>): EntryValues {
  const [first = '', second = ''] = entry.tiebreakers
  return {
    picks: emptyValues.picks.map((_, pickIndex) => entry.selections[pickIndex]?.playerId ?? null),
    answers: [first, second],
  }
}

/** Drops picks that are no longer in their tier because an organiser has changed the tiers. */
export function dropInvalidPicks({ picks, answers }: EntryValues, players: readonly Player[]): EntryValues {
  const tierOfPlayer = new Map(players.map(({ id, tier }) => [id, tier]))
  const keepIfValid = (id: number | null, pickIndex: number) =>
    id !== null && tierOfPlayer.get(id) === tierOfPick(pickIndex) ? id : null
  return { picks: picks.map(keepIfValid), answers }
}

/** The fields that differ, ignoring spaces around an answer. */
export function listDifferences(values: EntryValues, others: EntryValues): FieldName[] {
  const toList = ({ picks, answers }: EntryValues) => [...picks, ...answers.map((answer) => answer.trim())]
  const [list, otherList] = [toList(values), toList(others)]
  return entryFields.filter((_, index) => list[index] !== otherList[index])
}

export function countPicks({ picks }: Pick<EntryValues, 'picks'>): number {
  return picks.filter((id) => id !== null).length
}

export function countAnswers({ answers }: EntryValues): number {
  return answers.filter((answer) => answer.trim() !== '').length
}

/** The next missing pick after `pickIndex`, from the first one on after the last; undefined if no other is missing. */
export function findNextOpen(picks: EntryValues['picks'], pickIndex: number): number | undefined {
  const open = picks.flatMap((id, index) => (id === null && index !== pickIndex ? [index] : []))
  return open.find((index) => index > pickIndex) ?? open[0]
}

/** The errors that prevent a submit, by field (docs/rules.md, 2.1 and 2.2). */
export function listErrors({ picks, answers }: EntryValues): ReadonlyMap<FieldName, string> {
  const errors = new Map<FieldName, string>()
  picks.forEach((id, pickIndex) => {
    if (id === null) errors.set(pickField(pickIndex), `Choose a golfer from tier ${tierNames[tierOfPick(pickIndex)]}.`)
  })
  answers.forEach((answer, index) => {
    const { length } = answer.trim()
    if (length === 0) errors.set(answerField(index), 'Answer this question.')
    else if (length > maxTiebreakerAnswerLength) {
      errors.set(answerField(index), `Use at most ${maxTiebreakerAnswerLength} characters (currently ${length}).`)
    }
  })
  return errors
}

type SubmissionOwner = Pick<EntrySubmission, 'userId' | 'tournamentId'>

/** A new entry, or a change of `saved`. Undefined while the entry is incomplete. */
export function toSubmission(
  values: EntryValues,
  saved: Pick<Entry, 'id' | 'version'> | null,
  { userId, tournamentId }: SubmissionOwner,
): EntrySubmission | undefined {
  if (listErrors(values).size > 0) return undefined
  const [first, second] = values.answers
  return {
    id: saved?.id ?? 0,
    userId,
    tournamentId,
    tiebreakers: [first.trim(), second.trim()],
    selections: values.picks.flatMap((playerId) => (playerId === null ? [] : [{ playerId }])),
    ...(saved !== null && { version: saved.version }),
  }
}

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
