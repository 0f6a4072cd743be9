import { settle } from './settle.ts'

/** A form with a draft: what is typed, the saved version that it changes, and what is wrong with it. */
export type FormState<Values, Saved extends { readonly values: Values }, Field extends string> = {
  /** The version that the form changes; null if nothing is saved yet. */
  readonly saved: Saved | null
  readonly values: Values
  /** Fields that were left; all of them after an invalid submit. Only these show whether they are valid. */
  readonly touched: ReadonlySet<Field>
  /** Messages of the last rejected save by field. Editing a field clears its message. */
  readonly serverErrors: ReadonlyMap<Field, string>
  /** A version saved elsewhere since; the user must choose one. */
  readonly conflict: Saved | null
  /** When the draft that was restored had been stored, ISO 8601. */
  readonly restoredFrom: string | null
}

/** The supertype of all form states. */
export type AnyForm = FormState<unknown, { readonly values: unknown }, string>
export type FieldOf<State extends AnyForm> = State extends { touched: ReadonlySet<infer Field> } ? Field : never

/** Describes a form: its fields, and how it is opened, compared and stored as a draft. */
export type FormKind<State extends AnyForm, Draft extends { readonly keptAt: string }> = {
  /** In display order. */
  readonly fields: readonly FieldOf<State>[]
  readonly emptyValues: State['values']
  /** Opens with the saved version, or empty. */
  open(saved: State['saved']): State
  /** Puts the draft into a form that has just been opened. Reports a conflict if another version was saved since. */
  restore(opened: State, draft: Draft): State
  toDraft(state: State, now: Date): Draft
  listDifferences(values: State['values'], other: State['values']): FieldOf<State>[]
  /** How many fields would be saved differently. */
  countChanges(values: State['values'], saved: State['values']): number
}

/** The parts of a form that are the same whatever its fields. */
export function openForm<Values, Saved extends { readonly values: Values }, Field extends string>(
  saved: Saved | null,
  emptyValues: Values,
): FormState<Values, Saved, Field> {
  return {
    saved,
    values: saved?.values ?? emptyValues,
    touched: new Set(),
    serverErrors: new Map(),
    conflict: null,
    restoredFrom: null,
  }
}

/** Opens the form with the draft, if it has unsaved changes, or with the saved version. */
export function createForm<State extends AnyForm, Draft extends { readonly keptAt: string }>(
  kind: FormKind<State, Draft>,
  saved: State['saved'],
  draft: Draft | undefined,
): State {
  const opened = kind.open(saved)
  if (draft === undefined) return opened
  const restored = kind.restore(opened, draft)
  return countUnsaved(kind, restored) === 0 ? opened : { ...restored, restoredFrom: draft.keptAt }
}

/** The form after a save. `sent`: the values when it was sent. Changes since then stay, and are not saved yet. */
export function markSaved<State extends AnyForm, Draft extends { readonly keptAt: string }>(
  kind: FormKind<State, Draft>,
  state: State,
  sent: State['values'],
  saved: NonNullable<State['saved']>,
): State {
  const values = settle(state.values, sent, saved.values)
  if (kind.countChanges(values, saved.values) === 0) return { ...kind.open(saved), values }
  return { ...state, saved, values, serverErrors: new Map(), conflict: null, restoredFrom: null }
}

/** The number of fields with unsaved changes. */
export function countUnsaved<State extends AnyForm, Draft extends { readonly keptAt: string }>(
  { countChanges, emptyValues }: Pick<FormKind<State, Draft>, 'countChanges' | 'emptyValues'>,
  { values, saved }: Pick<State, 'values' | 'saved'>,
): number {
  return countChanges(values, saved?.values ?? emptyValues)
}

/** Whether the content of a field is saved. `open`: the form has no saved version, and nothing has been typed. */
export type StorageMark = 'open' | 'unsaved' | 'saved'

export function toStorageMark<State extends AnyForm, Draft extends { readonly keptAt: string }>(
  { listDifferences, emptyValues }: Pick<FormKind<State, Draft>, 'listDifferences' | 'emptyValues'>,
  { values, saved }: Pick<State, 'values' | 'saved'>,
  field: FieldOf<State>,
): StorageMark {
  if (listDifferences(values, saved?.values ?? emptyValues).includes(field)) return 'unsaved'
  return saved === null ? 'open' : 'saved'
}

export function touch<State extends AnyForm>(state: State, fields: readonly FieldOf<State>[]): State {
  return { ...state, touched: new Set([...state.touched, ...fields]) }
}

/** Changes fields and clears their server errors. */
export function change<State extends AnyForm>(
  state: State,
  changed: Partial<State['values']>,
  fields: readonly FieldOf<State>[],
): State {
  const others = [...state.serverErrors].filter(([field]) => !fields.some((changedField) => changedField === field))
  return { ...state, values: { ...(state.values as object), ...changed }, serverErrors: new Map(others) }
}

/** The errors of touched fields, found by the form or by the server. */
export function listVisibleErrors<Field extends string>(
  { touched, serverErrors }: Pick<FormState<unknown, { values: unknown }, Field>, 'touched' | 'serverErrors'>,
  errors: ReadonlyMap<Field, string>,
): ReadonlyMap<Field, string> {
  return new Map([...serverErrors, ...errors].filter(([field]) => touched.has(field)))
}
