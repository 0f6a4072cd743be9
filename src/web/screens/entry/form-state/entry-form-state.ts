import type { FieldFault } from '#contract/problem.ts'
import type { Entry, EntryNumber, Player } from '#domain/tournament.ts'
import type { EntryDraft } from '#web/drafts/entry-drafts.ts'
import { answerField, entryFields, type FieldName, isFieldName, pickField, placesOf } from './entry-fields.ts'
import { areSame, type EntryValues, emptyValues, fitToPlayers, listFaults, toValues } from './entry-values.ts'

/** An entry as the server has it. */
export type SavedEntry = {
  readonly id: number
  readonly version: number
  readonly values: EntryValues
}

export type EntryFormState = {
  /** What this form is to change; null for a new entry. */
  readonly saved: SavedEntry | null
  readonly values: EntryValues
  /** Fields that were filled in, or all of them after an invalid submit: only those show whether they are right. */
  readonly touched: ReadonlySet<FieldName>
  /** What the server said about a field's value; forgotten when the value changes. */
  readonly refused: ReadonlyMap<FieldName, string>
  /** The last copy, as long as it can be undone. */
  readonly copied: Copy | null
  /** Another tab or device has saved this since: the user has to choose. */
  readonly elsewhere: SavedEntry | null
  /** When the draft that this form was filled from was kept, ISO 8601. */
  readonly restoredFrom: string | null
}

type Content = Pick<EntryFormState, 'saved' | 'values'>

type Copy = {
  readonly from: EntryNumber
  readonly into: EntryNumber
  readonly before: EntryValues['picks']
}

export type EntryFormAction =
  | { readonly type: 'pick'; readonly place: number; readonly playerId: number | null }
  | { readonly type: 'answer'; readonly at: number; readonly text: string }
  | { readonly type: 'touch'; readonly field: FieldName }
  /** An invalid submit (specification, section 5). */
  | { readonly type: 'touch-all' }
  | { readonly type: 'copy'; readonly from: EntryNumber; readonly into: EntryNumber }
  | { readonly type: 'undo-copy' }
  /** Back to what is saved, or to nothing. */
  | { readonly type: 'discard' }
  | { readonly type: 'refused'; readonly faults: readonly FieldFault[] }
  | { readonly type: 'saved'; readonly saved: SavedEntry }
  | { readonly type: 'saved-elsewhere'; readonly elsewhere: SavedEntry }
  /** Of the two versions, the other one. */
  | { readonly type: 'take-elsewhere' }

export function toSavedEntry(entry: Entry, players: readonly Player[]): SavedEntry {
  return { id: entry.id, version: entry.version, values: fitToPlayers(toValues(entry), players) }
}

/** The form as it opens: with what is saved, or what was left unsaved. */
export function openEntryForm(
  saved: SavedEntry | null,
  draft: EntryDraft | undefined,
  players: readonly Player[],
): EntryFormState {
  const held = saved?.values ?? emptyValues
  const left = draft && fitToPlayers(draft, players)
  const isLeft = left !== undefined && !areSame(left, held)
  const isOvertaken = isLeft && saved !== null && draft?.version !== saved.version
  return {
    saved,
    values: isLeft ? left : held,
    touched: new Set(),
    refused: new Map(),
    copied: null,
    elsewhere: isOvertaken ? saved : null,
    restoredFrom: isLeft ? (draft?.keptAt ?? null) : null,
  }
}

export function changeEntryForm(state: EntryFormState, action: EntryFormAction): EntryFormState {
  switch (action.type) {
    case 'pick': {
      const picks = state.values.picks.with(action.place, action.playerId)
      const field = pickField(action.place)
      return { ...withPicks(touch(state, field), picks), refused: without(state.refused, [field]) }
    }
    case 'answer': {
      const [first, second] = state.values.answers
      const answers: EntryValues['answers'] = action.at === 0 ? [action.text, second] : [first, action.text]
      const refused = without(state.refused, [answerField(action.at)])
      return { ...state, values: { ...state.values, answers }, refused, copied: null }
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
    case 'refused': {
      const faults = action.faults.flatMap(({ field, message }) =>
        isFieldName(field) ? [[field, message] as const] : [],
      )
      return { ...state, touched: new Set(entryFields), refused: new Map(faults) }
    }
    case 'saved':
      return open(action.saved)
    case 'saved-elsewhere':
      return { ...state, elsewhere: action.elsewhere }
    case 'take-elsewhere':
      return state.elsewhere === null ? state : open(state.elsewhere)
  }
}

/** The faults to show: what is missing, and what the server has refused, in visited fields. */
export function listShownFaults(state: EntryFormState): ReadonlyMap<FieldName, string> {
  const faults = new Map([...state.refused, ...listFaults(state.values)])
  return new Map([...faults].filter(([field]) => state.touched.has(field)))
}

export function hasUnsaved({ saved, values }: Content): boolean {
  return !areSame(values, saved?.values ?? emptyValues)
}

/** The draft to keep of this form. */
export function toDraft({ values, saved }: Content, now: Date): EntryDraft {
  const { picks, answers } = values
  return { picks: [...picks], answers: [...answers], version: saved?.version ?? 0, keptAt: now.toISOString() }
}

function open(saved: SavedEntry | null): EntryFormState {
  return {
    saved,
    values: saved?.values ?? emptyValues,
    touched: new Set(),
    refused: new Map(),
    copied: null,
    elsewhere: null,
    restoredFrom: null,
  }
}

function copy(state: EntryFormState, { from, into }: Pick<Copy, 'from' | 'into'>): EntryFormState {
  const before = state.values.picks
  const places = placesOf(into)
  const picks = placesOf(from).reduce<EntryValues['picks']>(
    (copied, source, at) => copied.with(places[at] ?? source, before[source] ?? null),
    before,
  )
  const refused = without(state.refused, places.map(pickField))
  return { ...withPicks(state, picks), refused, copied: { from, into, before } }
}

function touch(state: EntryFormState, field: FieldName): EntryFormState {
  if (state.touched.has(field)) return state
  return { ...state, touched: new Set([...state.touched, field]) }
}

function withPicks(state: EntryFormState, picks: EntryValues['picks']): EntryFormState {
  return { ...state, values: { ...state.values, picks }, copied: null }
}

function without(faults: EntryFormState['refused'], fields: readonly FieldName[]): EntryFormState['refused'] {
  return new Map([...faults].filter(([field]) => !fields.includes(field)))
}
