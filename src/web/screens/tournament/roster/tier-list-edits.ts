import type { FieldGolfer } from '#domain/field.ts'
import type { Tier } from '#domain/tournament.ts'
import { appendNames, removeName, replaceName } from '../values/tier-list-parser.ts'
import { type TierTexts, withTier } from '../values/tournament-values.ts'
import { lineStatusOf, type Roster, type RosterLine, type RosterTier } from './roster.ts'

export function replaceLine(texts: TierTexts, { tier, name }: RosterLine, by: FieldGolfer): TierTexts {
  return withTier(texts, tier, replaceName(texts[tier], name, by.name))
}

export function removeLine(texts: TierTexts, { tier, name }: RosterLine): TierTexts {
  return withTier(texts, tier, removeName(texts[tier], name))
}

/** Adds golfers at the end of a tier, and removes them from all others. Other lines stay as they were typed. */
export function moveGolfersToTier(
  texts: TierTexts,
  golfers: readonly FieldGolfer[],
  tier: Tier,
  roster: Roster,
): TierTexts {
  const ids = new Set(golfers.map(({ espnId }) => espnId))
  const currentLines = roster.tiers
    .flatMap(({ lines }: RosterTier) => lines)
    .filter((line) => lineStatusOf(line) !== 'none' && ids.has(line.validation?.espnId ?? ''))
  const rest = currentLines.reduce(removeLine, texts)
  return withTier(
    rest,
    tier,
    appendNames(
      rest[tier],
      golfers.map(({ name }) => name),
    ),
  )
}
