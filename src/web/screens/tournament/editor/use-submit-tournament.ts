import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { tiers } from '#domain/tournament/tournament.ts'
import type { ListedPlayer } from '#domain/tournament/tournament-edit.ts'
import { unsavedText } from '#web/api/api-problem.ts'
import type { Form } from '#web/forms/use-form.ts'
import type { Saving } from '#web/forms/use-save.ts'
import { isInvalid, listPlayers, toRoster } from '#web/screens/tournament/roster/roster.ts'
import { listDisplaced, type RosterLocks } from '#web/screens/tournament/roster/roster-locks.ts'
import type { useRosterCheck } from '#web/screens/tournament/roster/use-roster-check.ts'
import { listNames } from '#web/screens/tournament/values/tier-list-parser.ts'
import type { TournamentFormState } from '#web/screens/tournament/values/tournament-form-state.ts'
import {
  type Limits,
  listErrors,
  type SavedTournament,
  type TierTexts,
  type TournamentValues,
  toSubmission,
} from '#web/screens/tournament/values/tournament-values.ts'
import type { useEventCheck } from './use-event-check.ts'

/** The focus target after a submit that sent nothing. */
export type SubmitFocus = 'error' | 'id' | 'lists' | 'notice'

type Options = {
  form: Pick<Form<TournamentFormState>, 'state' | 'touchAll'>
  isNew: boolean
  limits: Limits
  locks: RosterLocks | null
  verifyEvent: ReturnType<typeof useEventCheck>['verify']
  verifyRoster: ReturnType<typeof useRosterCheck>['verifyAll']
  saving: Saving<TournamentSubmission, TournamentValues>
  focus: (target: SubmitFocus) => void
}

/** Checks the whole form, then saves it. */
export function useSubmitTournament(options: Options) {
  const { form, isNew, limits, locks, verifyEvent, verifyRoster, saving, focus } = options
  const { values, saved, conflict } = form.state
  const [isChecking, setIsChecking] = useState(false)
  const [isRejected, setIsRejected] = useState(false)

  /** Checks the lists, unless they are unchanged. Undefined when they are invalid or could not be checked. */
  async function resolvePlayers(base: SavedTournament | null): Promise<readonly ListedPlayer[] | undefined> {
    if (base !== null && haveEqualNames(values.tiers, base.values.tiers)) return base.content.players
    const { check, responses, failure } = await verifyRoster()
    if (failure !== null) {
      saving.showFailure({ reason: `The lists could not be checked. ${failure} ${unsavedText}`, help: null })
      return undefined
    }
    const roster = toRoster(values.tiers, check)
    const isValid = responses.every(({ validTier, validPlayers }) => validTier && validPlayers)
    const players = listPlayers(roster)
    if (isValid && !isInvalid(roster) && listDisplaced(locks, roster).length === 0 && players !== undefined)
      return players
    flushSync(() => setIsRejected(true))
    focus('lists')
    return undefined
  }

  async function save(base: SavedTournament | null): Promise<void> {
    setIsRejected(false)
    const isEventValid = !isNew || (await verifyEvent()).status === 'valid'
    if (listErrors(values, limits).size > 0) {
      // The errors must be rendered before one of them can take the focus.
      flushSync(form.touchAll)
      focus(isEventValid ? 'error' : 'id')
      return
    }
    if (!isEventValid) {
      focus('id')
      return
    }
    const players = await resolvePlayers(base)
    const submission = players && toSubmission(values, base, players, limits.zone)
    if (submission !== undefined) saving.send(submission, values)
  }

  /** `base`: the version that the save replaces. */
  function submit(base: SavedTournament | null): void {
    if (isChecking || saving.isSaving || saving.isClosed) return
    setIsChecking(true)
    void save(base).finally(() => setIsChecking(false))
  }

  return {
    isChecking,
    /** The last submit was rejected because of the lists. */
    isRejected,
    submit: () => (conflict === null ? submit(saved) : focus('notice')),
    overwrite: () => submit(conflict),
  }
}

function haveEqualNames(a: TierTexts, b: TierTexts): boolean {
  return tiers.every((tier) => listNames(a[tier]).join('\n') === listNames(b[tier]).join('\n'))
}
