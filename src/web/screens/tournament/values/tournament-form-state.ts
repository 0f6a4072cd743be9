import type { FieldFault } from '#contract/problem.ts'
import { type Tier, tiers } from '#domain/tournament.ts'
import type { TournamentDraft } from '#web/drafts/tournament-drafts.ts'
import { emptyStart, moveStart, readStart, type StartValue } from './start-value.ts'
import {
  type FieldName,
  noRefusals,
  questionField,
  type Refusals,
  tierField,
  toRefusals,
  tournamentFields,
} from './tournament-fields.ts'
import {
  emptyValues,
  listDifferences,
  listFaults,
  type SavedTournament,
  type TierTexts,
  type TournamentValues,
  toComparable,
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
  readonly refused: Refusals
  /** The lists before they were filled in from one text, as long as that can be undone. */
  readonly beforeSpread: TierTexts | null
  /** Somebody has saved this since: the organiser has to choose. */
  readonly elsewhere: SavedTournament | null
  /** When the draft that this form was filled from was kept, ISO 8601. */
  readonly restoredFrom: string | null
}

type FilledIn = { readonly name: string; readonly start: StartValue | null }

type Content = Pick<TournamentFormState, 'saved' | 'values' | 'filledIn'>

export type TournamentFormAction =
  | { readonly type: 'type'; readonly field: 'espnId' | 'name'; readonly text: string }
  | { readonly type: 'ask'; readonly at: number; readonly text: string }
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
  | { readonly type: 'refused'; readonly faults: readonly FieldFault[]; readonly tiersSent: readonly Tier[] }
  | { readonly type: 'saved'; readonly saved: SavedTournament }
  | { readonly type: 'saved-elsewhere'; readonly elsewhere: SavedTournament }
  /** Of the two versions, the other one. */
  | { readonly type: 'take-elsewhere' }

/** The form as it opens: with what is saved, or what was left unsaved. */
export function openTournamentForm(
  saved: SavedTournament | null,
  draft: TournamentDraft | undefined,
  zone: string,
): TournamentFormState {
  if (draft === undefined) return open(saved)
  const start = moveStart(draft.values.start, draft.zone, zone)
  const filledStart = draft.filledIn.start && moveStart(draft.filledIn.start, draft.zone, zone)
  const values = { ...draft.values, start }
  if (!hasUnsaved({ saved, values })) return open(saved)
  return {
    ...open(saved),
    values,
    filledIn: { name: draft.filledIn.name, start: filledStart },
    elsewhere: saved !== null && draft.basedOn !== toComparable(saved) ? saved : null,
    restoredFrom: draft.keptAt,
  }
}

export function changeTournamentForm(
  state: TournamentFormState,
  action: TournamentFormAction,
): TournamentFormState {
  switch (action.type) {
    case 'type':
      return change(state, { [action.field]: action.text }, [action.field])
    case 'ask': {
      const [first, second] = state.values.tiebreakers
      const tiebreakers = action.at === 0 ? ([action.text, second] as const) : ([first, action.text] as const)
      return change(state, { tiebreakers }, [questionField(action.at)])
    }
    case 'begin':
      return change(state, { start: action.start }, ['start'])
    case 'list': {
      const texts = withTier(state.values.tiers, action.tier, action.text)
      return { ...change(state, { tiers: texts }, [tierField(action.tier)]), beforeSpread: null }
    }
    case 'spread': {
      const spread = change(state, { tiers: action.texts }, tiers.map(tierField))
      return { ...spread, beforeSpread: state.values.tiers }
    }
    case 'undo-spread': {
      if (state.beforeSpread === null) return state
      return {
        ...change(state, { tiers: state.beforeSpread }, tiers.map(tierField)),
        beforeSpread: null,
      }
    }
    case 'fill-in':
      return fillIn(state, action)
    case 'touch':
      return touch(state, [action.field])
    case 'touch-all':
      return touch(state, tournamentFields)
    case 'discard':
      return open(state.saved)
    case 'refused': {
      const refused = toRefusals(action.faults, action.tiersSent)
      return { ...touch(state, tournamentFields), refused }
    }
    case 'saved':
      return open(action.saved)
    case 'saved-elsewhere':
      return { ...state, elsewhere: action.elsewhere }
    case 'take-elsewhere':
      return state.elsewhere === null ? state : open(state.elsewhere)
  }
}

/** The faults to show: what is wrong, and what the server has refused, in visited fields. */
export function listShownFaults(
  { values, touched, refused }: TournamentFormState,
  limits: Parameters<typeof listFaults>[1],
): ReadonlyMap<FieldName, string> {
  const faults = new Map([...refused.fields, ...listFaults(values, limits)])
  return new Map([...faults].filter(([field]) => touched.has(field)))
}

export function hasUnsaved({ saved, values }: Pick<Content, 'saved' | 'values'>): boolean {
  return listDifferences(values, saved?.values ?? emptyValues).length > 0
}

/** The draft to keep of this form. */
export function toDraft({ values, saved, filledIn }: Content, zone: string, now: Date): TournamentDraft {
  const { tiebreakers, tiers: texts } = values
  return {
    values: { ...values, tiebreakers: [...tiebreakers], tiers: [...texts] },
    zone,
    filledIn,
    basedOn: toComparable(saved),
    keptAt: now.toISOString(),
  }
}

function open(saved: SavedTournament | null): TournamentFormState {
  return {
    saved,
    values: saved?.values ?? emptyValues,
    filledIn: { name: '', start: null },
    touched: new Set(),
    refused: noRefusals,
    beforeSpread: null,
    elsewhere: null,
    restoredFrom: null,
  }
}

/** What somebody has typed stays; what is empty, or was filled in before, is filled in. */
function fillIn(state: TournamentFormState, { name, start }: FilledIn): TournamentFormState {
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
  const moment = readStart(start, zone)
  return moment !== undefined && moment.getTime() <= now.getTime()
}
