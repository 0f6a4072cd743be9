import type { PlayersVerification } from '#contract/verification-contract.ts'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'

export type Validation = PlayersVerification['validations'][number]

type TierCheck = {
  /** The number of the latest request. Responses to earlier requests are ignored. */
  readonly latest: number
  readonly isPending: boolean
  /** The reason for the failure of the latest request. */
  readonly failure: string | null
}

/** The results of checking the names in the lists. */
export type RosterCheck = {
  /** The server's validation of each name, whichever tier it is in. */
  readonly validations: ReadonlyMap<string, Validation>
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
  | { readonly type: 'identified'; readonly golfers: readonly FieldGolfer[] }
  /** The event has changed. */
  | { readonly type: 'reset' }

export const emptyRosterCheck: RosterCheck = {
  validations: new Map(),
  tiers: tiers.map(() => ({ latest: 0, isPending: false, failure: null })),
  missing: [],
  missingSequence: 0,
}

export function rosterCheckReducer(check: RosterCheck, action: RosterAction): RosterCheck {
  if (action.type === 'reset') return emptyRosterCheck
  if (action.type === 'identified') return withValidations(check, action.golfers.map(toValidation))
  const { tier, sequence } = action
  if (sequence < (check.tiers[tier]?.latest ?? 0)) return check
  const isPending = action.type === 'requested'
  const toChecked = (failure: string | null) => ({
    ...check,
    tiers: check.tiers.with(tier, { latest: sequence, isPending, failure }),
  })
  if (action.type === 'requested') return toChecked(null)
  if (action.type === 'failed') return toChecked(action.reason)
  const { response, allTouched } = action
  if (response.reason !== undefined) return toChecked(response.reason)
  const next = withValidations(toChecked(null), response.validations)
  if (!allTouched || sequence < check.missingSequence) return next
  return { ...next, missing: response.missingPlayers, missingSequence: sequence }
}

function withValidations(check: RosterCheck, validations: readonly Validation[]): RosterCheck {
  const added = validations.map((validation) => [validation.inputName, validation] as const)
  return { ...check, validations: new Map([...check.validations, ...added]) }
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
