import type { FieldError } from '#domain/field-error.ts'
import type { Entry, EntryNumber, Player } from '#domain/tournament/tournament.ts'
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
  /** The last copy, while it can be undone. */
  readonly copied: Copy | null
}

type Copy = {
  readonly from: EntryNumber
  readonly into: EntryNumber
  readonly before: EntryValues['picks']
}

export function toSavedEntry(entry: Entry, players: readonly Player[]): SavedEntry {
  return { id: entry.id, version: entry.version, values: dropInvalidPicks(toValues(entry), players) }
}

/** Describes the entry form of a tournament with these golfers. */
export function entryFormKind(players: readonly Player[]): FormKind<EntryFormState, EntryDraft> {
  return {
    fields: entryFields,
    emptyValues,
    open: (saved) => ({ ...openForm<EntryValues, SavedEntry, FieldName>(saved, emptyValues), copied: null }),
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
  return { ...change(touch(state, [field]), { picks }, [field]), copied: null }
}

export function withAnswer(state: EntryFormState, index: number, text: string): EntryFormState {
  const [first, second] = state.values.answers
  const answers: EntryValues['answers'] = index === 0 ? [text, second] : [first, text]
  return { ...change(state, { answers }, [answerField(index)]), copied: null }
}

/** Copies all four picks, empty ones too. */
export function copyPicks(state: EntryFormState, from: EntryNumber, into: EntryNumber): EntryFormState {
  const before = state.values.picks
  const pickIndexes = pickIndexesOf(into)
  const picks = pickIndexesOf(from).reduce<EntryValues['picks']>(
    (copied, source, index) => copied.with(pickIndexes[index] ?? source, before[source] ?? null),
    before,
  )
  return { ...change(state, { picks }, pickIndexes.map(pickField)), copied: { from, into, before } }
}

export function undoCopy(state: EntryFormState): EntryFormState {
  return state.copied === null ? state : { ...change(state, { picks: state.copied.before }, []), copied: null }
}

/** Shows the server's errors at their fields. */
export function rejectEntry(state: EntryFormState, errors: readonly FieldError[]): EntryFormState {
  const known = errors.flatMap(({ field, message }) => (isFieldName(field) ? [[field, message] as const] : []))
  return { ...touch(state, entryFields), serverErrors: new Map(known) }
}
