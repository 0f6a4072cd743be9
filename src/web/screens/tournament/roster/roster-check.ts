import type { PlayersVerification } from '#contract/verification-contract.ts'
import type { FieldGolfer } from '#domain/field.ts'
import { type Tier, tiers } from '#domain/tournament.ts'

export type Validation = PlayersVerification['validations'][number]

type TierCheck = {
  /** What the server said of a name in this tier. */
  readonly known: ReadonlyMap<string, Validation>
  /** The number of the newest question that is under way; null when there is none. */
  readonly asking: number | null
  /** The number of the newest question that was answered. */
  readonly answered: number
  /** Why the newest question had no answer, in words. */
  readonly failure: string | null
}

/** What is known of the names in the lists. */
export type RosterCheck = {
  readonly tiers: readonly TierCheck[]
  /** Golfers of the field who were in no list, by the newest question that could tell. */
  readonly missing: readonly FieldGolfer[]
  readonly missingSequence: number
}

export type RosterAction =
  | { readonly type: 'asked'; readonly tier: Tier; readonly order: number }
  | {
      readonly type: 'answered'
      readonly tier: Tier
      readonly order: number
      readonly answer: PlayersVerification
      readonly allTouched: boolean
    }
  | { readonly type: 'failed'; readonly tier: Tier; readonly order: number; readonly reason: string }
  /** The organiser has put a golfer of the field into a list: the server need not be asked who he is. */
  | { readonly type: 'placed'; readonly tier: Tier; readonly golfers: readonly FieldGolfer[] }
  /** Another event: nothing is known of its field. */
  | { readonly type: 'forget' }

const unnotified: TierCheck = { known: new Map(), asking: null, answered: 0, failure: null }

export const emptyRosterCheck: RosterCheck = {
  tiers: tiers.map(() => unnotified),
  missing: [],
  missingSequence: 0,
}

export function rosterCheckReducer(check: RosterCheck, action: RosterAction): RosterCheck {
  if (action.type === 'forget') return emptyRosterCheck
  const { tier } = action
  const known = check.tiers[tier] ?? unnotified
  switch (action.type) {
    case 'asked':
      return withTier(check, tier, { ...known, asking: action.order, failure: null })
    case 'answered':
      return applyAnswer(check, known, action)
    case 'failed': {
      if (known.asking !== action.order) return check
      return withTier(check, tier, { ...known, asking: null, failure: action.reason })
    }
    case 'placed': {
      const placed = action.golfers.map((golfer) => [golfer.name, toValidation(golfer)] as const)
      return withTier(check, tier, { ...known, known: new Map([...known.known, ...placed]) })
    }
  }
}

type Answered = Extract<RosterAction, { type: 'answered' }>

/** In the order of asking: what was asked earlier than what is known says nothing new. */
function applyAnswer(
  check: RosterCheck,
  known: TierCheck,
  { tier, order, answer, allTouched }: Answered,
): RosterCheck {
  const asking = known.asking === order ? null : known.asking
  if (order < known.answered) return withTier(check, tier, { ...known, asking })
  const reason = answer.reason ?? null
  const nextKnown =
    reason === null
      ? new Map(answer.validations.map((validation) => [validation.inputName, validation]))
      : known.known
  const next = withTier(check, tier, { known: nextKnown, asking, answered: order, failure: reason })
  if (reason !== null || !allTouched || order < check.missingSequence) return next
  return { ...next, missing: answer.missingPlayers, missingSequence: order }
}

function withTier(check: RosterCheck, tier: Tier, known: TierCheck): RosterCheck {
  return { ...check, tiers: check.tiers.with(tier, known) }
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
