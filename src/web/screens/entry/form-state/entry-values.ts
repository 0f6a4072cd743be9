import { type EntrySubmission, maxTiebreakerAnswerLength } from '#contract/entry-contract.ts'
import { tierOfPick } from '#domain/entry-rules.ts'
import { type Entry, type Player, picksPerEntryRecord, tierNames } from '#domain/tournament.ts'
import { answerField, entryFields, type FieldName, pickField } from './entry-fields.ts'

/** What is filled in: player ids at their twelve places, null where nobody is picked yet, and the answers as typed. */
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

/** Leaves unavailable whoever cannot be picked at his place any more: the organiser may have changed the tiers since. */
export function dropInvalidPicks({ picks, answers }: EntryValues, players: readonly Player[]): EntryValues {
  const tierOfPlayer = new Map(players.map(({ id, tier }) => [id, tier]))
  const fit = (id: number | null, pickIndex: number) =>
    id !== null && tierOfPlayer.get(id) === tierOfPick(pickIndex) ? id : null
  return { picks: picks.map(fit), answers }
}

/** The fields in which two fillings say different things; spaces around an answer say nothing. */
export function listDifferences(one: EntryValues, other: EntryValues): FieldName[] {
  const values = (from: EntryValues) => [...from.picks, ...from.answers.map((answer) => answer.trim())]
  const others = values(other)
  const different = new Set(values(one).flatMap((value, index) => (value === others[index] ? [] : [index])))
  return entryFields.filter((_, index) => different.has(index))
}

export function areEqual(one: EntryValues, other: EntryValues): boolean {
  return listDifferences(one, other).length === 0
}

export function countPicks({ picks }: Pick<EntryValues, 'picks'>): number {
  return picks.filter((id) => id !== null).length
}

export function countAnswers({ answers }: EntryValues): number {
  return answers.filter((answer) => answer.trim() !== '').length
}

/** What keeps these from being sent, field by field, in words (specification, section 5 "Entry"). */
export function listErrors({ picks, answers }: EntryValues): ReadonlyMap<FieldName, string> {
  const errors = new Map<FieldName, string>()
  picks.forEach((id, pickIndex) => {
    if (id === null)
      errors.set(pickField(pickIndex), `Choose a golfer of tier ${tierNames[tierOfPick(pickIndex)]}.`)
  })
  answers.forEach((answer, index) => {
    const { length } = answer.trim()
    if (length === 0) errors.set(answerField(index), 'Answer this question.')
    else if (length > maxTiebreakerAnswerLength) {
      errors.set(
        answerField(index),
        `Shorten this to ${maxTiebreakerAnswerLength} letters; it has ${length}.`,
      )
    }
  })
  return errors
}

type SubmissionOwner = Pick<EntrySubmission, 'userId' | 'tournamentId'>

/** What is sent: a new entry, or other content for `saved`. Undefined while something is missing. */
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
