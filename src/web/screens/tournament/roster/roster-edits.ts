import type { FieldGolfer } from '#domain/field/field.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import {
  appendNames,
  findLines,
  removeName,
  replaceName,
  type TierLists,
  toDisplayName,
} from '#web/screens/tournament/values/tier-list-parser.ts'
import {
  rearrange,
  type TournamentFormState,
  undoRearrangement,
  withTierText,
} from '#web/screens/tournament/values/tournament-form-state.ts'
import { mapTiers, type TierTexts, withTier } from '#web/screens/tournament/values/tournament-values.ts'
import { lineStatusOf, type Roster, type RosterLine, type RosterTier } from './roster.ts'
import type { useRosterCheck } from './use-roster-check.ts'

type Options = {
  state: TournamentFormState
  edit: (change: (state: TournamentFormState) => TournamentFormState) => void
  roster: Roster
  rosterCheck: ReturnType<typeof useRosterCheck>
}

/** Edits of the lists beyond typing; each checks the tiers that it changes. */
export function toRosterEdits({ state, edit, roster, rosterCheck }: Options) {
  const texts = state.values.tiers

  function changeTexts(changed: TierTexts): void {
    for (const tier of tiers) {
      if (changed[tier] !== texts[tier]) edit((form) => withTierText(form, tier, changed[tier]))
    }
  }

  function changeTier(tier: Tier, changed: TierTexts): void {
    changeTexts(changed)
    rosterCheck.checkTier(tier, changed)
  }

  const actions = {
    replace(line: RosterLine, golfer: FieldGolfer): void {
      rosterCheck.addIdentified([golfer])
      changeTier(line.tier, replaceLine(texts, line, golfer))
    },
    replaceAll(lines: readonly (readonly [RosterLine, FieldGolfer])[]): void {
      rosterCheck.addIdentified(lines.map(([, golfer]) => golfer))
      const changed = lines.reduce((edited, [line, golfer]) => replaceLine(edited, line, golfer), texts)
      changeTexts(changed)
      rosterCheck.checkAllTiers(changed)
    },
    remove: (line: RosterLine) => changeTier(line.tier, removeLine(texts, line)),
    moveToTier(golfers: readonly FieldGolfer[], tier: Tier): void {
      rosterCheck.addIdentified(golfers)
      changeTier(tier, moveGolfersToTier(texts, golfers, tier, roster))
    },
  }

  return {
    actions,
    split(lists: TierLists): void {
      const changed = mapTiers((tier) => lists[tier].join('\n'))
      edit((form) => rearrange(form, { texts: changed, said: 'The names were split into four tiers.' }))
      rosterCheck.checkAllTiers(changed)
    },
    /** Fills all four lists with the golfers of the field. */
    propose(golfers: readonly (readonly ProposedGolfer[])[], said: string): void {
      const changed = mapTiers((tier) => (golfers[tier] ?? []).map(({ name }) => name).join('\n'))
      const ranks = Object.fromEntries(
        golfers.flat().flatMap(({ espnId, rank }) => (rank === null ? [] : [[espnId, rank]])),
      )
      edit((form) => rearrange(form, { texts: changed, ranks, said }))
      rosterCheck.addIdentified(golfers.flat())
      rosterCheck.checkAllTiers(changed)
    },
    /** Moves a line as typed to the end of a tier. The same golfers are still listed, so nothing needs checking. */
    move(line: RosterLine, tier: Tier): void {
      if (tier === line.tier) return
      const changed = moveLine(texts, line, tier)
      const said = `${toDisplayName(line.name)} moved to tier ${tierNames[tier]}.`
      edit((form) => rearrange(form, { texts: changed, isMove: true, said }))
    },
    undo(): void {
      const last = state.past.at(-1)
      if (last === undefined) return
      edit(undoRearrangement)
      if (!last.isMove) rosterCheck.checkAllTiers(last.tiers)
    },
  }
}

/** A golfer of the field with the rank to be kept. */
export type ProposedGolfer = FieldGolfer & { readonly rank: number | null }

/** Moves a line to the end of a tier. */
export function moveLine(
  texts: TierTexts,
  { tier: from, name }: Pick<RosterLine, 'tier' | 'name'>,
  tier: Tier,
): TierTexts {
  const lines = findLines(texts[from], name)
  const rest = withTier(texts, from, removeName(texts[from], name))
  return withTier(rest, tier, appendNames(rest[tier], lines))
}

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
