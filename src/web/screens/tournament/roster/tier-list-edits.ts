import type { FieldGolfer } from '#domain/field.ts'
import type { Tier } from '#domain/tournament.ts'
import { appendNames, removeName, replaceName } from '../values/tier-list-parser.ts'
import { type TierTexts, withTier } from '../values/tournament-values.ts'
import { lineStatusOf, type Roster, type RosterLine, type RosterTier } from './roster.ts'

/** What one tap makes of the four lists. Lines that it is not about stay as they were typed. */

export function replaceLine(texts: TierTexts, { tier, name }: RosterLine, by: FieldGolfer): TierTexts {
  return withTier(texts, tier, replaceName(texts[tier], name, by.name))
}

export function removeLine(texts: TierTexts, { tier, name }: RosterLine): TierTexts {
  return withTier(texts, tier, removeName(texts[tier], name))
}

/** At the end of a tier; out of every other one. */
export function moveGolfersToTier(
  texts: TierTexts,
  golfers: readonly FieldGolfer[],
  tier: Tier,
  roster: Roster,
): TierTexts {
  const ids = new Set(golfers.map(({ espnId }) => espnId))
  const linesInOtherTiers = roster.tiers
    .flatMap(({ lines }: RosterTier) => lines)
    .filter((line) => lineStatusOf(line) !== 'none' && ids.has(line.validation?.espnId ?? ''))
  const rest = linesInOtherTiers.reduce(removeLine, texts)
  return withTier(
    rest,
    tier,
    appendNames(
      rest[tier],
      golfers.map(({ name }) => name),
    ),
  )
}
