import type { FieldError } from '#domain/field-error.ts'
import {
  type Entry,
  type EntryNumber,
  entryNumberOfPick,
  entryNumbers,
  type Player,
} from '#domain/tournament/tournament.ts'
import type { EntryDraft } from '#web/forms/entry-drafts.ts'
import { change, type FormKind, type FormState, openForm, touch } from '#web/forms/form-state.ts'
import {
  answerField,
  dropInvalidPicks,
  type EntryValues,
  emptyValues,
  entryFields,
  type FieldName,
  isFieldName,
  listDifferences,
  pickField,
  pickIndexesOf,
  toValues,
} from './entry-values.ts'

/** An entry as the server has it. */
export type SavedEntry = {
  readonly id: number
  readonly version: number
  readonly values: EntryValues
}

export type EntryFormState = FormState<EntryValues, SavedEntry, FieldName> & {
  /** What the form has filled in last, while it can be undone. */
  readonly filled: Filled | null
}

/** Picks that the form has filled in for the player. `before`: the form as it was. */
type Filled = (Copy | Draw) & { readonly before: EntryFormState }

export type Copy = { readonly kind: 'copy'; readonly from: EntryNumber; readonly into: EntryNumber }

export type Draw = { readonly kind: 'draw'; readonly pickIndex: number; readonly into: EntryNumber }

export function toSavedEntry(entry: Entry, players: readonly Player[]): SavedEntry {
  return { id: entry.id, version: entry.version, values: dropInvalidPicks(toValues(entry), players) }
}

/** Describes the entry form of a tournament with these golfers. */
export function entryFormKind(players: readonly Player[]): FormKind<EntryFormState, EntryDraft> {
  return {
    fields: entryFields,
    emptyValues,
    open: (saved) => ({ ...openForm<EntryValues, SavedEntry, FieldName>(saved, emptyValues), filled: null }),
    restore: (opened, draft) => ({
      ...opened,
      values: dropInvalidPicks(draft, players),
      conflict: draft.version === opened.saved?.version ? null : opened.saved,
    }),
    toDraft: ({ values: { picks, answers }, saved }, now) => ({
      picks: [...picks],
      answers: [...answers],
      version: saved?.version ?? 0,
      keptAt: now.toISOString(),
    }),
    listDifferences,
    countChanges: (values, saved) => listDifferences(values, saved).length,
  }
}

export function withPick(state: EntryFormState, pickIndex: number, playerId: number | null): EntryFormState {
  const field = pickField(pickIndex)
  const picks = state.values.picks.with(pickIndex, playerId)
  return { ...change(touch(state, [field]), { picks }, [field]), filled: null }
}

export function withAnswer(state: EntryFormState, index: number, text: string): EntryFormState {
  const [first, second] = state.values.answers
  const answers: EntryValues['answers'] = index === 0 ? [text, second] : [first, text]
  return { ...change(state, { answers }, [answerField(index)]), filled: null }
}

/** Whether a copy would change anything. */
function canCopy(picks: EntryValues['picks'], from: EntryNumber, into: EntryNumber): boolean {
  const source = pickIndexesOf(from).map((pickIndex) => picks[pickIndex])
  const target = pickIndexesOf(into).map((pickIndex) => picks[pickIndex])
  return source.some((id, index) => id !== null && id !== target[index])
}

/** The copies that would change something, those into `first` first. */
export function listCopies(picks: EntryValues['picks'], first: EntryNumber): Copy[] {
  const targets = [first, ...entryNumbers.filter((entryNumber) => entryNumber !== first)]
  return targets.flatMap((into) =>
    entryNumbers
      .filter((from) => from !== into && canCopy(picks, from, into))
      .map((from) => ({ kind: 'copy', from, into }) as const),
  )
}

/** The entry that is filled in next: the first one with a missing pick, or the last one. */
export function findNextEntry(picks: EntryValues['picks']): EntryNumber {
  return entryNumbers.find((entryNumber) => pickIndexesOf(entryNumber).some((index) => picks[index] === null)) ?? 3
}

/** Copies all four picks, empty ones too. */
export function copyPicks(state: EntryFormState, copy: Pick<Copy, 'from' | 'into'>): EntryFormState {
  const { from, into } = copy
  const { picks: before } = state.values
  const pickIndexes = pickIndexesOf(into)
  const picks = pickIndexesOf(from).reduce<EntryValues['picks']>(
    (copied, source, index) => copied.with(pickIndexes[index] ?? source, before[source] ?? null),
    before,
  )
  return {
    ...change(state, { picks }, pickIndexes.map(pickField)),
    filled: { kind: 'copy', from, into, before: state },
  }
}

/** Fills in a golfer who was drawn for the player. Only a missing pick is filled. */
export function fillPick(state: EntryFormState, pickIndex: number, playerId: number): EntryFormState {
  if (state.values.picks[pickIndex] !== null) return state
  const into = entryNumberOfPick(pickIndex)
  return { ...withPick(state, pickIndex, playerId), filled: { kind: 'draw', pickIndex, into, before: state } }
}

export function undoFill(state: EntryFormState): EntryFormState {
  if (state.filled === null) return state
  const { values, touched } = state.filled.before
  return { ...change(state, { picks: values.picks }, []), touched, filled: null }
}

/** Shows the server's errors at their fields. */
export function rejectEntry(state: EntryFormState, errors: readonly FieldError[]): EntryFormState {
  const known = errors.flatMap(({ field, message }) => (isFieldName(field) ? [[field, message] as const] : []))
  return { ...touch(state, entryFields), serverErrors: new Map(known) }
}
