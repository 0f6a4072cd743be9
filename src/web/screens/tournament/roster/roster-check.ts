import type { PlayersVerification } from '#contract/verification-contract.ts'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'

export type Validation = PlayersVerification['validations'][number]

/** Requests are numbered in order; a late response never replaces that of a later request. */
type TierCheck = {
  /** The server's validation of each name in this tier. */
  readonly validations: ReadonlyMap<string, Validation>
  /** The sequence number of the latest request in flight. */
  readonly pending: number | null
  /** The sequence number of the latest request that got a response. */
  readonly received: number
  /** Why the latest request failed. */
  readonly failure: string | null
}

/** The results of checking the names in the lists. */
export type RosterCheck = {
  readonly tiers: readonly TierCheck[]
  /** Golfers of the field who were in no list, by the latest response that had all lists. */
  readonly missing: readonly FieldGolfer[]
  readonly missingSequence: number
}

export type RosterAction =
  | { readonly type: 'requested'; readonly tier: Tier; readonly sequence: number }
  | {
      readonly type: 'received'
      readonly tier: Tier
      readonly sequence: number
      readonly response: PlayersVerification
      readonly allTouched: boolean
    }
  | { readonly type: 'failed'; readonly tier: Tier; readonly sequence: number; readonly reason: string }
  /** The organiser chose golfers of the field, so the server need not check their names. */
  | { readonly type: 'identified'; readonly tier: Tier; readonly golfers: readonly FieldGolfer[] }
  /** A line was moved to another tier unchanged. */
  | { readonly type: 'moved'; readonly name: string; readonly from: Tier; readonly tier: Tier }
  /** The event has changed. */
  | { readonly type: 'reset' }

const unchecked: TierCheck = { validations: new Map(), pending: null, received: 0, failure: null }

export const emptyRosterCheck: RosterCheck = {
  tiers: tiers.map(() => unchecked),
  missing: [],
  missingSequence: 0,
}

export function rosterCheckReducer(check: RosterCheck, action: RosterAction): RosterCheck {
  if (action.type === 'reset') return emptyRosterCheck
  const { tier } = action
  const tierCheck = check.tiers[tier] ?? unchecked
  switch (action.type) {
    case 'requested':
      return withTier(check, tier, { ...tierCheck, pending: action.sequence, failure: null })
    case 'received':
      return applyResponse(check, tierCheck, action)
    case 'failed': {
      if (tierCheck.pending !== action.sequence) return check
      return withTier(check, tier, { ...tierCheck, pending: null, failure: action.reason })
    }
    case 'moved': {
      const validation = check.tiers[action.from]?.validations.get(action.name)
      if (validation === undefined) return check
      const validations = new Map([...tierCheck.validations, [action.name, validation] as const])
      return withTier(check, tier, { ...tierCheck, validations })
    }
    case 'identified': {
      const identified = action.golfers.map((golfer) => [golfer.name, toValidation(golfer)] as const)
      return withTier(check, tier, {
        ...tierCheck,
        validations: new Map([...tierCheck.validations, ...identified]),
      })
    }
  }
}

type Received = Extract<RosterAction, { type: 'received' }>

function applyResponse(
  check: RosterCheck,
  tierCheck: TierCheck,
  { tier, sequence, response, allTouched }: Received,
): RosterCheck {
  const pending = tierCheck.pending === sequence ? null : tierCheck.pending
  if (sequence < tierCheck.received) return withTier(check, tier, { ...tierCheck, pending })
  const failure = response.reason ?? null
  const validations =
    failure === null
      ? new Map(response.validations.map((validation) => [validation.inputName, validation]))
      : tierCheck.validations
  const next = withTier(check, tier, { validations, pending, received: sequence, failure })
  if (failure !== null || !allTouched || sequence < check.missingSequence) return next
  return { ...next, missing: response.missingPlayers, missingSequence: sequence }
}

function withTier(check: RosterCheck, tier: Tier, tierCheck: TierCheck): RosterCheck {
  return { ...check, tiers: check.tiers.with(tier, tierCheck) }
}

function toValidation({ name, espnId }: FieldGolfer): Validation {
  return {
    inputName: name,
    espnName: name,
    espnId,
    exactMatch: true,
    partialMatch: false,
    inField: true,
    candidates: [],
  }
}
