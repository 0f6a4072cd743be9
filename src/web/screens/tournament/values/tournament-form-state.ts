import type { FieldError } from '#domain/field-error.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'
import type { TournamentDraft } from '#web/drafts/tournament-drafts.ts'
import { convertStart, emptyStart, parseStart, type StartValue } from './start-value.ts'
import {
  countChanges,
  emptyValues,
  type FieldName,
  type Limits,
  listErrors,
  noServerErrors,
  questionField,
  type Ranks,
  type SavedTournament,
  type ServerErrors,
  type TierTexts,
  type TournamentValues,
  tierField,
  toFingerprint,
  toServerErrors,
  tournamentFields,
  withTier,
} from './tournament-values.ts'

export type TournamentFormState = {
  /** The version that the form changes; null for a new tournament. */
  readonly saved: SavedTournament | null
  readonly values: TournamentValues
  /** What the feed prefilled. A later prefill may replace it, but not what the organiser typed. */
  readonly filledIn: FilledIn
  /** Fields that were left; all of them after an invalid submit. Only these show whether they are valid. */
  readonly touched: ReadonlySet<FieldName>
  /** What the server rejected; cleared when the field changes. */
  readonly serverErrors: ServerErrors
  /** The lists before each change that was not typed, newest last, while it can be undone. */
  readonly past: readonly Rearranged[]
  /** A version saved by someone else since; the organiser must choose one. */
  readonly conflict: SavedTournament | null
  /** When the draft that was restored had been stored, ISO 8601. */
  readonly restoredFrom: string | null
}

/** `said`: a message about the change, for the organiser. */
export type Rearranged = {
  readonly tiers: TierTexts
  readonly ranks: Ranks
  readonly said: string
  /** Only moved golfers between tiers, so nothing needs checking. */
  readonly isMove: boolean
}

/** The maximum number of changes that can be undone. */
const maxPast = 100

type FilledIn = { readonly name: string; readonly start: StartValue | null }

type Content = Pick<TournamentFormState, 'saved' | 'values' | 'filledIn'>

export type TournamentFormAction =
  | { readonly type: 'change-text'; readonly field: 'espnId' | 'name'; readonly text: string }
  | { readonly type: 'change-tiebreaker'; readonly index: number; readonly text: string }
  | { readonly type: 'change-start'; readonly start: StartValue }
  | { readonly type: 'change-tier'; readonly tier: Tier; readonly text: string }
  /** The lists were filled in, split or reordered at once; without `ranks` these stay. */
  | {
      readonly type: 'rearrange'
      readonly texts: TierTexts
      readonly said: string
      readonly isMove?: boolean
      readonly ranks?: Ranks
    }
  | { readonly type: 'undo' }
  /** The feed's name and start of the event. */
  | { readonly type: 'prefill'; readonly name: string; readonly start: StartValue | null }
  | { readonly type: 'touch'; readonly field: FieldName }
  /** An invalid submit. */
  | { readonly type: 'touch-all' }
  /** Goes back to the saved version, or to an empty form. */
  | { readonly type: 'discard' }
  /** `tiersSent`: the tier of each golfer that was sent. */
  | { readonly type: 'rejected'; readonly errors: readonly FieldError[]; readonly tiersSent: readonly Tier[] }
  | { readonly type: 'saved'; readonly saved: SavedTournament }
  | { readonly type: 'conflict'; readonly conflict: SavedTournament }
  /** Discards the organiser's changes for the version saved elsewhere. */
  | { readonly type: 'load-saved' }

/** Opens the form with the draft, if there is one, or the saved version. */
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
    conflict: saved !== null && draft.basedOn !== toFingerprint(saved) ? saved : null,
    restoredFrom: draft.keptAt,
  }
}

export function tournamentFormReducer(state: TournamentFormState, action: TournamentFormAction): TournamentFormState {
  switch (action.type) {
    case 'change-text':
      return change(state, { [action.field]: action.text }, [action.field])
    case 'change-tiebreaker': {
      const [first, second] = state.values.tiebreakers
      const tiebreakers = action.index === 0 ? ([action.text, second] as const) : ([first, action.text] as const)
      return change(state, { tiebreakers }, [questionField(action.index)])
    }
    case 'change-start':
      return change(state, { start: action.start }, ['start'])
    case 'change-tier': {
      const texts = withTier(state.values.tiers, action.tier, action.text)
      return { ...change(state, { tiers: texts }, [tierField(action.tier)]), past: [] }
    }
    case 'rearrange': {
      const { texts, said, isMove = false, ranks = state.values.ranks } = action
      const { tiers: before, ranks: ranksBefore } = state.values
      const past = [...state.past, { tiers: before, ranks: ranksBefore, said, isMove }].slice(-maxPast)
      return { ...change(state, { tiers: texts, ranks }, tiers.map(tierField)), past }
    }
    case 'undo': {
      const last = state.past.at(-1)
      if (last === undefined) return state
      const changed = change(state, { tiers: last.tiers, ranks: last.ranks }, tiers.map(tierField))
      return { ...changed, past: state.past.slice(0, -1) }
    }
    case 'prefill':
      return prefill(state, action)
    case 'touch':
      return touch(state, [action.field])
    case 'touch-all':
      return touch(state, tournamentFields)
    case 'discard':
      return open(state.saved)
    case 'rejected': {
      const serverErrors = toServerErrors(action.errors, action.tiersSent)
      return { ...touch(state, tournamentFields), serverErrors }
    }
    case 'saved':
      return open(action.saved)
    case 'conflict':
      return { ...state, conflict: action.conflict }
    case 'load-saved':
      return state.conflict === null ? state : open(state.conflict)
  }
}

/** The errors of touched fields: what is not valid, and what the server rejected. */
export function listVisibleErrors(
  { values, touched, serverErrors }: TournamentFormState,
  limits: Limits,
): ReadonlyMap<FieldName, string> {
  const errors = new Map([...serverErrors.fields, ...listErrors(values, limits)])
  return new Map([...errors].filter(([field]) => touched.has(field)))
}

export function hasUnsavedChanges({ saved, values }: Pick<Content, 'saved' | 'values'>): boolean {
  return countChanges(values, saved?.values ?? emptyValues) > 0
}

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
    serverErrors: noServerErrors,
    past: [],
    conflict: null,
    restoredFrom: null,
  }
}

/** Fills in what is empty or was prefilled before, but never what the organiser typed. */
function prefill(state: TournamentFormState, { name, start }: FilledIn): TournamentFormState {
  const { values, filledIn } = state
  const canReplaceName = values.name.trim() === '' || values.name === filledIn.name
  const canReplaceStart =
    start !== null && (isSameStart(values.start, emptyStart) || isSameStart(values.start, filledIn.start))
  const changed = {
    ...(canReplaceName && { name }),
    ...(canReplaceStart && { start }),
  }
  const fields: FieldName[] = [
    ...(canReplaceName ? ['name' as const] : []),
    ...(canReplaceStart ? ['start' as const] : []),
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
  const { serverErrors } = state
  const lists = fields.some((field) => field.startsWith('tiers.')) ? [] : serverErrors.lists
  return {
    ...state,
    values: { ...state.values, ...changed },
    serverErrors: {
      fields: new Map([...serverErrors.fields].filter(([field]) => !fields.includes(field))),
      lists,
    },
  }
}

function touch(state: TournamentFormState, fields: readonly FieldName[]): TournamentFormState {
  return { ...state, touched: new Set([...state.touched, ...fields]) }
}

export function isPast(start: StartValue, zone: string, now: Date): boolean {
  const instant = parseStart(start, zone)
  return instant !== undefined && instant.getTime() <= now.getTime()
}
