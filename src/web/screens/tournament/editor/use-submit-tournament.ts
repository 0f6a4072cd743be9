import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { StartMovePreview } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { tiers } from '#domain/tournament/tournament.ts'
import type { ListedPlayer } from '#domain/tournament/tournament-edit.ts'
import { ApiProblem, unsavedText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import type { Form } from '#web/forms/use-form.ts'
import type { Saving } from '#web/forms/use-save.ts'
import { canSend } from '#web/notifications/reach-text.ts'
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
import { useModalState } from '#web/ui/use-modal-state.ts'
import type { StartMove } from './start-move-question.tsx'
import type { useEventCheck } from './use-event-check.ts'

/** The focus target after a submit that sent nothing. */
export type SubmitFocus = 'error' | 'id' | 'lists' | 'notice'

type Options = {
  form: Pick<Form<TournamentFormState>, 'state' | 'touchAll'>
  isNew: boolean
  hasStarted: boolean
  limits: Limits
  locks: RosterLocks | null
  verifyEvent: ReturnType<typeof useEventCheck>['verify']
  verifyRoster: ReturnType<typeof useRosterCheck>['verifyAll']
  saving: Saving<TournamentSubmission, TournamentValues>
  focus: (target: SubmitFocus) => void
}

/** Checks the whole form, then saves it. */
export function useSubmitTournament(options: Options) {
  const { form, isNew, hasStarted, limits, locks, verifyEvent, verifyRoster, saving, focus } = options
  const { values, saved, conflict } = form.state
  const [isChecking, setIsChecking] = useState(false)
  const [isRejected, setIsRejected] = useState(false)
  const client = useApi()
  const startMove = useModalState<StartMove>()

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
    if (submission === undefined) return
    const save = () => saving.send(submission, values)
    const move = base === null || hasStarted ? null : await findStartMove(base, submission)
    if (move === undefined) return
    if (move === null || !canSend(move.reach)) save()
    else startMove.openModal({ ...move, save })
  }

  /** Whom a new start tells: null if it stays, undefined if that could not be loaded. */
  async function findStartMove(base: SavedTournament, { id, start }: TournamentSubmission) {
    if (start === base.content.start) return null
    try {
      return await client.get<StartMovePreview>(api.adminStartMove(id, start))
    } catch (error) {
      const { detail = '' } = error instanceof ApiProblem ? error : {}
      saving.showFailure({
        reason: `Whom the new start tells could not be loaded. ${detail} ${unsavedText}`,
        help: null,
      })
      return undefined
    }
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
    startMove,
    submit: () => (conflict === null ? submit(saved) : focus('notice')),
    overwrite: () => submit(conflict),
  }
}

function haveEqualNames(a: TierTexts, b: TierTexts): boolean {
  return tiers.every((tier) => listNames(a[tier]).join('\n') === listNames(b[tier]).join('\n'))
}
