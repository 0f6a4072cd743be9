import type { FieldError } from '#domain/field-error.ts'
import { emptyFee, type Fee } from '#domain/payments/fee.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'
import { change, type FormKind, type FormState, openForm, touch } from '#web/forms/form-state.ts'
import { settle } from '#web/forms/settle.ts'
import type { TournamentDraft } from '#web/forms/tournament-drafts.ts'
import { convertStart, emptyStart, isSameStart, parseStart, type StartValue } from './start-value.ts'
import {
  countChanges,
  emptyValues,
  type FieldName,
  listDifferences,
  questionField,
  type Ranks,
  type SavedTournament,
  type TierTexts,
  type TournamentValues,
  tierField,
  toFingerprint,
  tournamentFields,
  withTier,
} from './tournament-values.ts'

export type TournamentFormState = FormState<TournamentValues, SavedTournament, FieldName> & {
  /** The last prefill from the feed. A later prefill replaces these values, but not typed ones. */
  readonly filledIn: FilledIn
  /** The lists before each bulk change that can be undone, newest last. */
  readonly past: readonly Rearranged[]
  /** The last filling like an earlier tournament, while it can be undone. */
  readonly filled: Filled | null
  /** The server's errors about the lists as a whole. Editing a list clears them. */
  readonly listErrors: readonly string[]
}

/** `before` and `after`: the values of the filled fields. */
type Filled = { readonly before: FilledValues; readonly after: FilledValues }
type FilledValues = Pick<TournamentValues, 'tiebreakers' | 'fee' | 'houseRules'>

/** The lists before a bulk change. `said`: the message about the change. */
export type Rearranged = {
  readonly tiers: TierTexts
  readonly ranks: Ranks
  readonly said: string
  /** True if the change only moved golfers between tiers: the lists then need no check. */
  readonly isMove: boolean
}

/** The maximum number of changes that can be undone. */
const maxPast = 100

type FilledIn = { readonly name: string; readonly start: StartValue | null }

/** The form of a tournament in a time zone. A new one begins with `newValues`. */
export function tournamentFormKind(
  zone: string,
  newValues = emptyValues,
): FormKind<TournamentFormState, TournamentDraft> {
  return {
    fields: tournamentFields,
    emptyValues: newValues,
    open: (saved) => ({
      ...openForm<TournamentValues, SavedTournament, FieldName>(saved, newValues),
      filledIn: { name: '', start: null },
      past: [],
      filled: null,
      listErrors: [],
    }),
    restore(opened, { values, filledIn, basedOn, zone: from }) {
      const convert = (start: StartValue) => convertStart(start, from, zone)
      return {
        ...opened,
        // A draft of an earlier version lacks what the fee has now.
        values: { ...values, start: convert(values.start), fee: { ...emptyFee, ...values.fee } },
        filledIn: { name: filledIn.name, start: filledIn.start && convert(filledIn.start) },
        conflict: basedOn === toFingerprint(opened.saved) ? null : opened.saved,
      }
    },
    toDraft: ({ values, saved, filledIn }, now) => ({
      values: { ...values, tiebreakers: [...values.tiebreakers], tiers: [...values.tiers] },
      zone,
      filledIn,
      basedOn: toFingerprint(saved),
      keptAt: now.toISOString(),
    }),
    listDifferences,
    countChanges,
  }
}

type TextField = 'espnId' | 'name' | 'houseRules'

export function withText(state: TournamentFormState, field: TextField, text: string): TournamentFormState {
  return change(state, { [field]: text }, [field])
}

export function withQuestion(state: TournamentFormState, index: number, text: string): TournamentFormState {
  const [first, second] = state.values.tiebreakers
  return change(state, { tiebreakers: index === 0 ? [text, second] : [first, text] }, [questionField(index)])
}

export function withFee(state: TournamentFormState, fee: Fee): TournamentFormState {
  return change(state, { fee }, ['fee.price', 'fee.payouts'])
}

export function withStart(state: TournamentFormState, start: StartValue): TournamentFormState {
  return change(state, { start }, ['start'])
}

/** Sets the typed text of a list. Earlier bulk changes can then no longer be undone. */
export function withTierText(state: TournamentFormState, tier: Tier, text: string): TournamentFormState {
  const changed = change(state, { tiers: withTier(state.values.tiers, tier, text) }, [tierField(tier)])
  return { ...changed, past: [], listErrors: [] }
}

type Rearrangement = { texts: TierTexts; said: string; isMove?: boolean; ranks?: Ranks }

/** Replaces all lists in one change that can be undone. Without `ranks`, the ranks stay. */
export function rearrange(state: TournamentFormState, { texts, said, isMove = false, ranks }: Rearrangement) {
  const { values, past } = state
  const before = { tiers: values.tiers, ranks: values.ranks, said, isMove }
  return { ...withLists(state, texts, ranks ?? values.ranks), past: [...past, before].slice(-maxPast) }
}

export function undoRearrangement(state: TournamentFormState): TournamentFormState {
  const last = state.past.at(-1)
  return last === undefined ? state : { ...withLists(state, last.tiers, last.ranks), past: state.past.slice(0, -1) }
}

/** The lists before the latest single moves. The screen keeps their order, so that no row jumps. */
export function findOrderedTexts({ past, values }: TournamentFormState): TierTexts {
  const firstMove = past.findLastIndex(({ isMove }) => !isMove) + 1
  return past[firstMove]?.tiers ?? values.tiers
}

function withLists(state: TournamentFormState, texts: TierTexts, ranks: Ranks): TournamentFormState {
  return { ...change(state, { tiers: texts, ranks }, tiers.map(tierField)), listErrors: [] }
}

/** Fills in the questions, the fee and the house rules of an earlier tournament, where the form has none. */
export function fillEmpty(state: TournamentFormState, earlier: FilledValues): TournamentFormState {
  const { tiebreakers, fee, houseRules } = state.values
  const before = { tiebreakers, fee, houseRules }
  const [first, second] = tiebreakers
  const [earlierFirst, earlierSecond] = earlier.tiebreakers
  const after: FilledValues = {
    tiebreakers: [first.trim() === '' ? earlierFirst : first, second.trim() === '' ? earlierSecond : second],
    fee: isSameFee(fee, emptyFee) ? earlier.fee : fee,
    houseRules: houseRules.trim() === '' ? earlier.houseRules : houseRules,
  }
  return { ...change(state, after, filledFields), filled: { before, after } }
}

const filledFields: readonly FieldName[] = [
  questionField(0),
  questionField(1),
  'fee.price',
  'fee.payouts',
  'houseRules',
]

/** Takes back what was filled in. What has been typed over it since stays. */
export function undoFill(state: TournamentFormState): TournamentFormState {
  if (state.filled === null) return state
  const { before, after } = state.filled
  const { tiebreakers, fee, houseRules } = state.values
  const values = settle({ tiebreakers, fee, houseRules }, after, before)
  return { ...change(state, values, filledFields), filled: null }
}

function isSameFee(fee: Fee, other: Fee): boolean {
  return JSON.stringify(fee) === JSON.stringify(other)
}

/** Fills in the feed's name and start where the form is empty or has the last prefill. */
export function prefill(state: TournamentFormState, { name, start }: FilledIn): TournamentFormState {
  const { values, filledIn } = state
  const canReplaceName = values.name.trim() === '' || values.name === filledIn.name
  const canReplaceStart = isSameStart(values.start, emptyStart) || isSameStart(values.start, filledIn.start)
  const named = canReplaceName ? withText(state, 'name', name) : state
  const filled = start !== null && canReplaceStart ? withStart(named, start) : named
  return { ...filled, filledIn: { name, start: start ?? filledIn.start } }
}

/**
 * Shows each server error at its field. An error of a golfer (`players.5.espnId`) goes to the golfer's tier, any other to
 * the lists as a whole. `tiersSent`: the tier of each golfer that was sent.
 */
export function rejectTournament(
  state: TournamentFormState,
  errors: readonly FieldError[],
  tiersSent: readonly Tier[],
): TournamentFormState {
  const serverErrors = new Map<FieldName, string>()
  const listErrors: string[] = []
  for (const { field, message } of errors) {
    const sentence = message.charAt(0).toUpperCase() + message.slice(1)
    const [, index] = /^players\.(\d+)/.exec(field) ?? []
    const tier = index === undefined ? undefined : tiersSent[Number(index)]
    const name = tier === undefined ? tournamentFields.find((known) => known === field) : tierField(tier)
    if (name === undefined) listErrors.push(sentence)
    else serverErrors.set(name, [serverErrors.get(name), `${sentence}.`].filter(Boolean).join(' '))
  }
  return { ...touch(state, tournamentFields), serverErrors, listErrors }
}

export function isPast(start: StartValue, zone: string, now: Date): boolean {
  const instant = parseStart(start, zone)
  return instant !== undefined && instant.getTime() <= now.getTime()
}
