import type { FieldGolfer } from '#domain/field.ts'
import { compareNames } from '#domain/name-order.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament.ts'
import type { ListedPlayer } from '#domain/tournament-edit.ts'
import { countRepeatedNames, listNames, toDisplayName } from '../values/tier-list-parser.ts'
import type { TierTexts } from '../values/tournament-values.ts'
import type { RosterCheck, Validation } from './roster-check.ts'

/** A name in a tier's list, and whom it means. */
export type RosterLine = {
  readonly tier: Tier
  readonly name: string
  /** Undefined until the server has said. */
  readonly validation: Validation | undefined
}

export type LineStatus = 'unchecked' | 'exact' | 'partial' | 'none'

export type RosterTier = {
  readonly tier: Tier
  readonly lines: readonly RosterLine[]
  readonly repeated: number
  readonly isChecking: boolean
  readonly failure: string | null
}

/** Somebody who stands on several lines. */
export type Duplicate = { readonly name: string; readonly lines: readonly RosterLine[] }

/** The four lists as they stand now, by what is known of their names. */
export type Roster = {
  readonly tiers: readonly RosterTier[]
  readonly duplicates: readonly Duplicate[]
  readonly missing: readonly FieldGolfer[]
  readonly unmatched: readonly RosterLine[]
  /** To be confirmed: not the same name, but nobody else is as near. */
  readonly partial: readonly RosterLine[]
  /** Players of the saved tournament who have left the field. */
  readonly withdrawn: readonly RosterLine[]
}

export function toRoster(texts: TierTexts, check: RosterCheck): Roster {
  const list = tiers.map((tier): RosterTier => {
    const known = check.tiers[tier]
    const names = listNames(texts[tier])
    return {
      tier,
      lines: names.map((name) => ({ tier, name, validation: known?.known.get(name) })),
      repeated: countRepeatedNames(texts[tier]),
      isChecking: known?.asking != null,
      failure: known?.failure ?? null,
    }
  })
  const lines = list.flatMap((tier) => tier.lines)
  const listed = new Set(lines.map(({ validation }) => validation?.espnId))
  return {
    tiers: list,
    duplicates: listDuplicates(lines),
    missing: check.missing.filter(({ espnId }) => !listed.has(espnId)),
    unmatched: lines.filter((line) => lineStatusOf(line) === 'none'),
    partial: lines.filter((line) => lineStatusOf(line) === 'partial'),
    withdrawn: lines.filter(({ validation }) => validation?.espnId != null && !validation.inField),
  }
}

export function lineStatusOf({ validation }: Pick<RosterLine, 'validation'>): LineStatus {
  if (validation === undefined) return 'unchecked'
  if (validation.exactMatch) return 'exact'
  return validation.partialMatch ? 'partial' : 'none'
}

/** Why it cannot be saved (specification, section 5): missing players, duplicates or unmatched names. */
export function isInvalid({ duplicates, missing, unmatched }: Roster): boolean {
  return duplicates.length + missing.length + unmatched.length > 0
}

/** Who is sent, tier by tier in the order of the lists; undefined while somebody is not known. */
export function listPlayers({ tiers: list }: Pick<Roster, 'tiers'>): ListedPlayer[] | undefined {
  const players = list.flatMap(({ lines }) =>
    lines.map(({ tier, validation }, order): ListedPlayer | undefined =>
      validation?.espnId == null
        ? undefined
        : { name: validation.espnName ?? validation.inputName, espnId: validation.espnId, tier, order },
    ),
  )
  const known = players.filter((player) => player !== undefined)
  return known.length === players.length ? known : undefined
}

/** "tier A and tier C", "tier A twice" */
export function toTierList(lines: readonly Pick<RosterLine, 'tier'>[]): string {
  const places = tiers.flatMap((tier) => {
    const count = lines.filter((line) => line.tier === tier).length
    if (count === 0) return []
    return [`tier ${tierNames[tier]}${count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`}`]
  })
  return places.length < 2 ? places.join('') : `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`
}

function listDuplicates(lines: readonly RosterLine[]): Duplicate[] {
  const byGolfer = Map.groupBy(lines, ({ name, validation }) => validation?.espnId ?? `?${name}`)
  return [...byGolfer.values()]
    .filter((same) => same.length > 1)
    .map((same) => ({
      name: same[0]?.validation?.espnName ?? toDisplayName(same[0]?.name ?? ''),
      lines: same,
    }))
    .toSorted((a, b) => compareNames(a.name, b.name))
}
