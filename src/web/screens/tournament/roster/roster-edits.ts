import type { Dispatch } from 'react'
import type { FieldGolfer } from '#domain/field.ts'
import { type Tier, tiers } from '#domain/tournament.ts'
import { appendNames, removeName, replaceName, type TierLists } from '../values/tier-list-parser.ts'
import type { TournamentFormAction, TournamentFormState } from '../values/tournament-form-state.ts'
import { type TierTexts, withTier } from '../values/tournament-values.ts'
import { lineStatusOf, type Roster, type RosterLine, type RosterTier } from './roster.ts'
import type { RosterActions } from './roster-errors.tsx'
import type { useRosterCheck } from './use-roster-check.ts'

type Options = {
  state: TournamentFormState
  dispatch: Dispatch<TournamentFormAction>
  roster: Roster
  rosterCheck: ReturnType<typeof useRosterCheck>
}

/** Edits of the lists beyond typing; each checks the tiers that it changes. */
export function toRosterEdits({ state, dispatch, roster, rosterCheck }: Options) {
  const texts = state.values.tiers

  function changeTexts(changed: TierTexts): void {
    for (const tier of tiers) {
      if (changed[tier] !== texts[tier]) dispatch({ type: 'change-tier', tier, text: changed[tier] })
    }
  }

  function changeTier(tier: Tier, changed: TierTexts): void {
    changeTexts(changed)
    rosterCheck.checkTier(tier, changed)
  }

  const actions: RosterActions = {
    replace(line: RosterLine, golfer: FieldGolfer): void {
      rosterCheck.addIdentified(line.tier, [golfer])
      changeTier(line.tier, replaceLine(texts, line, golfer))
    },
    replaceAll(lines: readonly (readonly [RosterLine, FieldGolfer])[]): void {
      for (const [{ tier }, golfer] of lines) rosterCheck.addIdentified(tier, [golfer])
      const changed = lines.reduce((edited, [line, golfer]) => replaceLine(edited, line, golfer), texts)
      changeTexts(changed)
      rosterCheck.checkAllTiers(changed)
    },
    remove: (line: RosterLine) => changeTier(line.tier, removeLine(texts, line)),
    moveToTier(golfers: readonly FieldGolfer[], tier: Tier): void {
      rosterCheck.addIdentified(tier, golfers)
      changeTier(tier, moveGolfersToTier(texts, golfers, tier, roster))
    },
  }

  return {
    actions,
    split(lists: TierLists): void {
      const [a, b, c, d] = lists
      const changed: TierTexts = [a.join('\n'), b.join('\n'), c.join('\n'), d.join('\n')]
      dispatch({ type: 'split', texts: changed })
      rosterCheck.checkAllTiers(changed)
    },
    undoSplit(): void {
      if (state.beforeSplit === null) return
      dispatch({ type: 'undo-split' })
      rosterCheck.checkAllTiers(state.beforeSplit)
    },
  }
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
