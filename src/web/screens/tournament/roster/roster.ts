import { compareNames } from '#domain/names/names.ts'
import { formatList } from '#domain/text/format.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import type { ListedPlayer, LockViolation } from '#domain/tournament/tournament-edit.ts'
import { countRepeatedNames, listNames, toDisplayName } from '#web/screens/tournament/values/tier-list-parser.ts'
import type { TierTexts } from '#web/screens/tournament/values/tournament-values.ts'
import type { RosterCheck, Validation } from './roster-check.ts'

/** A name in a tier's list, and its match. */
export type RosterLine = {
  readonly tier: Tier
  readonly name: string
  /** Undefined until the name has been checked. */
  readonly validation: Validation | undefined
}

export type LineStatus = 'unchecked' | 'exact' | 'partial' | 'none'

/** A golfer who is listed more than once. */
export type Duplicate = { readonly name: string; readonly lines: readonly RosterLine[] }

export type Roster = ReturnType<typeof toRoster>
export type RosterTier = Roster['tiers'][number]

/** The four lists with the results of checking their names. */
export function toRoster(texts: TierTexts, check: RosterCheck) {
  const list = tiers.map((tier) => {
    const tierCheck = check.tiers[tier]
    const names = listNames(texts[tier])
    return {
      tier,
      lines: names.map((name): RosterLine => ({ tier, name, validation: check.validations.get(name) })),
      repeated: countRepeatedNames(texts[tier]),
      isChecking: tierCheck?.isPending === true,
      failure: tierCheck?.failure ?? null,
    }
  })
  const lines = list.flatMap((tier) => tier.lines)
  const listed = new Set(lines.map(({ validation }) => validation?.espnId))
  return {
    tiers: list,
    duplicates: listDuplicates(lines),
    missing: check.missing.filter(({ espnId }) => !listed.has(espnId)),
    unmatched: lines.filter((line) => lineStatusOf(line) === 'none'),
    /** Names that match a golfer but are spelled differently (docs/rules.md, 8.2). */
    partial: lines.filter((line) => lineStatusOf(line) === 'partial'),
    /** Golfers of the saved tournament who have left the field. */
    withdrawn: lines.filter(({ validation }) => validation?.espnId != null && !validation.inField),
  }
}

/**
 * All lines in the order of `orderedTexts`: a golfer who was moved keeps the place. The keys are unique, also where a name
 * is in several lists.
 */
export function listGolfers({ tiers: list }: Pick<Roster, 'tiers'>, orderedTexts: TierTexts) {
  const places = new Map(orderedTexts.flatMap(listNames).map((name, index) => [name, index]))
  const placeOf = ({ name }: RosterLine) => places.get(name) ?? places.size
  const lines = list.flatMap((tier) => tier.lines).toSorted((a, b) => placeOf(a) - placeOf(b))
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const count = counts.get(line.name) ?? 0
    counts.set(line.name, count + 1)
    return { key: `${line.name} ${count}`, line }
  })
}

export function lineStatusOf({ validation }: Pick<RosterLine, 'validation'>): LineStatus {
  if (validation === undefined) return 'unchecked'
  if (validation.exactMatch) return 'exact'
  return validation.partialMatch ? 'partial' : 'none'
}

/** Whether missing golfers, duplicates or unmatched names prevent saving (docs/rules.md, 8.3). */
export function isInvalid({ duplicates, missing, unmatched }: Roster): boolean {
  return duplicates.length + missing.length + unmatched.length > 0
}

/** A golfer who is both missing and displaced counts once. */
export function listMissing({ missing }: Pick<Roster, 'missing'>, displaced: readonly LockViolation[]) {
  const displacedIds = new Set(displaced.map(({ player }) => player.espnId))
  return missing.filter(({ espnId }) => !displacedIds.has(espnId))
}

export function countListErrors({ roster, displaced }: { roster: Roster; displaced: readonly LockViolation[] }) {
  const { duplicates, unmatched } = roster
  return duplicates.length + unmatched.length + listMissing(roster, displaced).length + displaced.length
}

/** The golfers to submit, tier by tier in list order; undefined while a name has no match. */
export function listPlayers({ tiers: list }: Pick<Roster, 'tiers'>): ListedPlayer[] | undefined {
  const players = list.flatMap(({ lines }) =>
    lines.map(({ tier, validation }, order): ListedPlayer | undefined =>
      validation?.espnId == null
        ? undefined
        : { name: validation.espnName ?? validation.inputName, espnId: validation.espnId, tier, order },
    ),
  )
  const matched = players.filter((player) => player !== undefined)
  return matched.length === players.length ? matched : undefined
}

/** "tier A and tier C", "tier A twice" */
export function toTierList(lines: readonly Pick<RosterLine, 'tier'>[]): string {
  const counts = tiers.flatMap((tier) => {
    const count = lines.filter((line) => line.tier === tier).length
    const name = `tier ${tierNames[tier]}`
    if (count === 0) return []
    if (count === 1) return [name]
    return [count === 2 ? `${name} twice` : `${name} ${count} times`]
  })
  return formatList(counts)
}

function listDuplicates(lines: readonly RosterLine[]): Duplicate[] {
  const byGolfer = Map.groupBy(lines, ({ name, validation }) => validation?.espnId ?? `?${name}`)
  return [...byGolfer.values()]
    .filter((duplicates) => duplicates.length > 1)
    .map((duplicates) => ({
      name: duplicates[0]?.validation?.espnName ?? toDisplayName(duplicates[0]?.name ?? ''),
      lines: duplicates,
    }))
    .toSorted((a, b) => compareNames(a.name, b.name))
}
