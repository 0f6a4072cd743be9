import type { FieldError } from '#domain/field-error.ts'
import { type Tier, tiers } from '#domain/tournament.ts'
import type { TournamentDraft } from '#web/drafts/tournament-drafts.ts'
import { convertStart, emptyStart, parseStart, type StartValue } from './start-value.ts'
import {
  type FieldName,
  noServerErrors,
  questionField,
  type ServerErrors,
  tierField,
  toServerErrors,
  tournamentFields,
} from './tournament-fields.ts'
import {
  emptyValues,
  listDifferences,
  listErrors,
  type SavedTournament,
  type TierTexts,
  type TournamentValues,
  toFingerprint,
  withTier,
} from './tournament-values.ts'

export type TournamentFormState = {
  /** What this form is to change; null for a new one. */
  readonly saved: SavedTournament | null
  readonly values: TournamentValues
  /** What the feed has filled in: it may be replaced by the feed, what was typed may not. */
  readonly filledIn: FilledIn
  /** Fields that were left, or all of them after an invalid submit: only those show whether they are right. */
  readonly touched: ReadonlySet<FieldName>
  /** What the server said about a field's value; forgotten when the value changes. */
  readonly refused: ServerErrors
  /** The lists before they were filled in from one text, as long as that can be undone. */
  readonly beforeSplit: TierTexts | null
  /** Somebody has saved this since: the organiser has to choose. */
  readonly theirs: SavedTournament | null
  /** When the draft that this form was filled from was kept, ISO 8601. */
  readonly restoredFrom: string | null
}

type FilledIn = { readonly name: string; readonly start: StartValue | null }

type Content = Pick<TournamentFormState, 'saved' | 'values' | 'filledIn'>

export type TournamentFormAction =
  | { readonly type: 'type'; readonly field: 'espnId' | 'name'; readonly text: string }
  | { readonly type: 'ask'; readonly index: number; readonly text: string }
  | { readonly type: 'begin'; readonly start: StartValue }
  | { readonly type: 'list'; readonly tier: Tier; readonly text: string }
  /** One text has held all four lists. */
  | { readonly type: 'spread'; readonly texts: TierTexts }
  | { readonly type: 'undo-spread' }
  /** The feed's own name and start of the event; null where it does not tell. */
  | { readonly type: 'fill-in'; readonly name: string; readonly start: StartValue | null }
  | { readonly type: 'touch'; readonly field: FieldName }
  /** An invalid submit. */
  | { readonly type: 'touch-all' }
  /** Back to what is saved, or to nothing. */
  | { readonly type: 'discard' }
  /** `tiersSent`: the tier of each golfer that was sent. */
  | { readonly type: 'refused'; readonly errors: readonly FieldError[]; readonly tiersSent: readonly Tier[] }
  | { readonly type: 'saved'; readonly saved: SavedTournament }
  | { readonly type: 'saved-elsewhere'; readonly theirs: SavedTournament }
  /** Of the two versions, the other one. */
  | { readonly type: 'take-elsewhere' }

/** The form as it opens: with what is saved, or what was left unsaved. */
export function createTournamentForm(
  saved: SavedTournament | null,
  draft: TournamentDraft | undefined,
  zone: string,
): TournamentFormState {
  if (draft === undefined) return open(saved)
  const start = convertStart(draft.values.start, draft.zone, zone)
  const filledStart = draft.filledIn.start && convertStart(draft.filledIn.start, draft.zone, zone)
  const values = { ...draft.values, start }
  if (!hasUnsavedChanges({ saved, values })) return open(saved)
  return {
    ...open(saved),
    values,
    filledIn: { name: draft.filledIn.name, start: filledStart },
    theirs: saved !== null && draft.basedOn !== toFingerprint(saved) ? saved : null,
    restoredFrom: draft.keptAt,
  }
}

export function tournamentFormReducer(
  state: TournamentFormState,
  action: TournamentFormAction,
): TournamentFormState {
  switch (action.type) {
    case 'type':
      return change(state, { [action.field]: action.text }, [action.field])
    case 'ask': {
      const [first, second] = state.values.tiebreakers
      const tiebreakers =
        action.index === 0 ? ([action.text, second] as const) : ([first, action.text] as const)
      return change(state, { tiebreakers }, [questionField(action.index)])
    }
    case 'begin':
      return change(state, { start: action.start }, ['start'])
    case 'list': {
      const texts = withTier(state.values.tiers, action.tier, action.text)
      return { ...change(state, { tiers: texts }, [tierField(action.tier)]), beforeSplit: null }
    }
    case 'spread': {
      const spread = change(state, { tiers: action.texts }, tiers.map(tierField))
      return { ...spread, beforeSplit: state.values.tiers }
    }
    case 'undo-spread': {
      if (state.beforeSplit === null) return state
      return {
        ...change(state, { tiers: state.beforeSplit }, tiers.map(tierField)),
        beforeSplit: null,
      }
    }
    case 'fill-in':
      return prefill(state, action)
    case 'touch':
      return touch(state, [action.field])
    case 'touch-all':
      return touch(state, tournamentFields)
    case 'discard':
      return open(state.saved)
    case 'refused': {
      const refused = toServerErrors(action.errors, action.tiersSent)
      return { ...touch(state, tournamentFields), refused }
    }
    case 'saved':
      return open(action.saved)
    case 'saved-elsewhere':
      return { ...state, theirs: action.theirs }
    case 'take-elsewhere':
      return state.theirs === null ? state : open(state.theirs)
  }
}

/** The faults to show: what is wrong, and what the server has refused, in visited fields. */
export function listVisibleErrors(
  { values, touched, refused }: TournamentFormState,
  limits: Parameters<typeof listErrors>[1],
): ReadonlyMap<FieldName, string> {
  const errors = new Map([...refused.fields, ...listErrors(values, limits)])
  return new Map([...errors].filter(([field]) => touched.has(field)))
}

export function hasUnsavedChanges({ saved, values }: Pick<Content, 'saved' | 'values'>): boolean {
  return listDifferences(values, saved?.values ?? emptyValues).length > 0
}

/** The draft to keep of this form. */
export function toDraft({ values, saved, filledIn }: Content, zone: string, now: Date): TournamentDraft {
  const { tiebreakers, tiers: texts } = values
  return {
    values: { ...values, tiebreakers: [...tiebreakers], tiers: [...texts] },
    zone,
    filledIn,
    basedOn: toFingerprint(saved),
    keptAt: now.toISOString(),
  }
}

function open(saved: SavedTournament | null): TournamentFormState {
  return {
    saved,
    values: saved?.values ?? emptyValues,
    filledIn: { name: '', start: null },
    touched: new Set(),
    refused: noServerErrors,
    beforeSplit: null,
    theirs: null,
    restoredFrom: null,
  }
}

/** What somebody has typed stays; what is empty, or was filled in before, is filled in. */
function prefill(state: TournamentFormState, { name, start }: FilledIn): TournamentFormState {
  const { values, filledIn } = state
  const takesName = values.name.trim() === '' || values.name === filledIn.name
  const takesStart =
    start !== null && (isSameStart(values.start, emptyStart) || isSameStart(values.start, filledIn.start))
  const changed = {
    ...(takesName && { name }),
    ...(takesStart && { start }),
  }
  const fields: FieldName[] = [
    ...(takesName ? ['name' as const] : []),
    ...(takesStart ? ['start' as const] : []),
  ]
  const filled = change(state, changed, fields)
  return { ...filled, filledIn: { name, start: start ?? filledIn.start } }
}

export function isSameStart(one: StartValue, other: StartValue | null): boolean {
  if (other === null) return false
  return one.date === other.date && one.time === other.time && one.isSecond === other.isSecond
}

function change(
  state: TournamentFormState,
  changed: Partial<TournamentValues>,
  fields: readonly FieldName[],
): TournamentFormState {
  const { refused } = state
  const lists = fields.some((field) => field.startsWith('tiers.')) ? [] : refused.lists
  return {
    ...state,
    values: { ...state.values, ...changed },
    refused: { fields: new Map([...refused.fields].filter(([field]) => !fields.includes(field))), lists },
  }
}

function touch(state: TournamentFormState, fields: readonly FieldName[]): TournamentFormState {
  return { ...state, touched: new Set([...state.touched, ...fields]) }
}

/** Is it in the past? Then nobody can enter any more. */
export function isPast(start: StartValue, zone: string, now: Date): boolean {
  const dateTime = parseStart(start, zone)
  return dateTime !== undefined && dateTime.getTime() <= now.getTime()
}
