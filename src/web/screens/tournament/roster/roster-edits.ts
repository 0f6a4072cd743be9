import type { Dispatch } from 'react'
import type { FieldGolfer } from '#domain/field.ts'
import { type Tier, tiers } from '#domain/tournament.ts'
import type { TierLists } from '../values/tier-list-parser.ts'
import type { TournamentFormAction, TournamentFormState } from '../values/tournament-form-state.ts'
import type { TierTexts } from '../values/tournament-values.ts'
import type { Roster, RosterLine } from './roster.ts'
import type { RosterActions } from './roster-errors.tsx'
import { moveGolfersToTier, removeLine, replaceLine } from './tier-list-edits.ts'
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
