import type { FieldError } from '#domain/field-error.ts'
import type { Entry, EntryNumber, Player } from '#domain/tournament/tournament.ts'
import type { EntryDraft } from '#web/drafts/entry-drafts.ts'
import {
  answerField,
  areEqual,
  dropInvalidPicks,
  type EntryValues,
  emptyValues,
  entryFields,
  type FieldName,
  isFieldName,
  listErrors,
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

export type EntryFormState = {
  /** The version that the form changes; null for a new entry. */
  readonly saved: SavedEntry | null
  readonly values: EntryValues
  /** Fields that were filled in; all of them after an invalid submit. Only these show whether they are valid. */
  readonly touched: ReadonlySet<FieldName>
  /** What the server rejected; cleared when the field changes. */
  readonly serverErrors: ReadonlyMap<FieldName, string>
  /** The last copy, while it can be undone. */
  readonly copied: Copy | null
  /** A version saved by another tab or device since; the user must choose one. */
  readonly conflict: SavedEntry | null
  /** When the draft that was restored had been stored, ISO 8601. */
  readonly restoredFrom: string | null
}

type Content = Pick<EntryFormState, 'saved' | 'values'>

type Copy = {
  readonly from: EntryNumber
  readonly into: EntryNumber
  readonly before: EntryValues['picks']
}

export type EntryFormAction =
  | { readonly type: 'pick'; readonly pickIndex: number; readonly playerId: number | null }
  | { readonly type: 'answer'; readonly index: number; readonly text: string }
  | { readonly type: 'touch'; readonly field: FieldName }
  /** An invalid submit (docs/rules.md, 2.7). */
  | { readonly type: 'touch-all' }
  | { readonly type: 'copy'; readonly from: EntryNumber; readonly into: EntryNumber }
  | { readonly type: 'undo-copy' }
  /** Goes back to the saved version, or to an empty form. */
  | { readonly type: 'discard' }
  | { readonly type: 'rejected'; readonly errors: readonly FieldError[] }
  | { readonly type: 'saved'; readonly saved: SavedEntry }
  | { readonly type: 'conflict'; readonly conflict: SavedEntry }
  /** Discards the user's changes for the version saved elsewhere. */
  | { readonly type: 'load-saved' }

export function toSavedEntry(entry: Entry, players: readonly Player[]): SavedEntry {
  return { id: entry.id, version: entry.version, values: dropInvalidPicks(toValues(entry), players) }
}

/** Opens the form with the draft, if there is one, or the saved version. */
export function createEntryForm(
  saved: SavedEntry | null,
  draft: EntryDraft | undefined,
  players: readonly Player[],
): EntryFormState {
  if (draft === undefined) return open(saved)
  const values = dropInvalidPicks(draft, players)
  if (!hasUnsavedChanges({ saved, values })) return open(saved)
  const conflict = saved !== null && draft.version !== saved.version ? saved : null
  return { ...open(saved), values, conflict, restoredFrom: draft.keptAt }
}

export function entryFormReducer(state: EntryFormState, action: EntryFormAction): EntryFormState {
  switch (action.type) {
    case 'pick': {
      const picks = state.values.picks.with(action.pickIndex, action.playerId)
      const field = pickField(action.pickIndex)
      return { ...withPicks(touch(state, field), picks), serverErrors: without(state.serverErrors, [field]) }
    }
    case 'answer': {
      const [first, second] = state.values.answers
      const answers: EntryValues['answers'] = action.index === 0 ? [action.text, second] : [first, action.text]
      const serverErrors = without(state.serverErrors, [answerField(action.index)])
      return { ...state, values: { ...state.values, answers }, serverErrors, copied: null }
    }
    case 'touch':
      return touch(state, action.field)
    case 'touch-all':
      return { ...state, touched: new Set(entryFields) }
    case 'copy':
      return copy(state, action)
    case 'undo-copy':
      return state.copied === null ? state : withPicks(state, state.copied.before)
    case 'discard':
      return open(state.saved)
    case 'rejected': {
      const errors = action.errors.flatMap(({ field, message }) =>
        isFieldName(field) ? [[field, message] as const] : [],
      )
      return { ...state, touched: new Set(entryFields), serverErrors: new Map(errors) }
    }
    case 'saved':
      return open(action.saved)
    case 'conflict':
      return { ...state, conflict: action.conflict }
    case 'load-saved':
      return state.conflict === null ? state : open(state.conflict)
  }
}

/** The errors of touched fields: what is missing, and what the server rejected. */
export function listVisibleErrors(state: EntryFormState): ReadonlyMap<FieldName, string> {
  const errors = new Map([...state.serverErrors, ...listErrors(state.values)])
  return new Map([...errors].filter(([field]) => state.touched.has(field)))
}

export function hasUnsavedChanges({ saved, values }: Content): boolean {
  return !areEqual(values, saved?.values ?? emptyValues)
}

export function toDraft({ values, saved }: Content, now: Date): EntryDraft {
  const { picks, answers } = values
  return { picks: [...picks], answers: [...answers], version: saved?.version ?? 0, keptAt: now.toISOString() }
}

function open(saved: SavedEntry | null): EntryFormState {
  return {
    saved,
    values: saved?.values ?? emptyValues,
    touched: new Set(),
    serverErrors: new Map(),
    copied: null,
    conflict: null,
    restoredFrom: null,
  }
}

function copy(state: EntryFormState, { from, into }: Pick<Copy, 'from' | 'into'>): EntryFormState {
  const before = state.values.picks
  const pickIndexes = pickIndexesOf(into)
  const picks = pickIndexesOf(from).reduce<EntryValues['picks']>(
    (copied, source, index) => copied.with(pickIndexes[index] ?? source, before[source] ?? null),
    before,
  )
  const serverErrors = without(state.serverErrors, pickIndexes.map(pickField))
  return { ...withPicks(state, picks), serverErrors, copied: { from, into, before } }
}

function touch(state: EntryFormState, field: FieldName): EntryFormState {
  if (state.touched.has(field)) return state
  return { ...state, touched: new Set([...state.touched, field]) }
}

function withPicks(state: EntryFormState, picks: EntryValues['picks']): EntryFormState {
  return { ...state, values: { ...state.values, picks }, copied: null }
}

function without(errors: EntryFormState['serverErrors'], fields: readonly FieldName[]): EntryFormState['serverErrors'] {
  return new Map([...errors].filter(([field]) => !fields.includes(field)))
}
