import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { toRoster } from '../roster/roster.ts'
import { toRosterEdits } from '../roster/roster-edits.ts'
import { createLockOf, listDisplaced, useRosterLocks } from '../roster/roster-locks.ts'
import { useRosterCheck } from '../roster/use-roster-check.ts'
import { toStartValue } from '../values/start-value.ts'
import { listNames } from '../values/tier-list-parser.ts'
import { emptyValues, tierField, toSavedTournament } from '../values/tournament-values.ts'
import { useTournamentForm } from '../values/use-tournament-form.ts'
import { useEventCheck } from './use-event-check.ts'
import { useSaveTournament } from './use-save-tournament.ts'
import { type SubmitFocus, useSubmitTournament } from './use-submit-tournament.ts'

type Options = {
  userId: number
  /** With players and entries; null for a new tournament. */
  opened: TournamentResponse | null
  /** Called after a submit that sent nothing. */
  focus: (target: SubmitFocus) => void
}

export type TournamentEditor = ReturnType<typeof useTournamentEditor>

/** The state of the tournament form, the checks of its event and lists, and saving it. */
export function useTournamentEditor({ userId, opened, focus }: Options) {
  const [zone] = useState(getViewerTimeZone)
  const [original] = useState(() => (opened === null ? null : toSavedTournament(opened, zone)))
  const isNew = original === null
  const form = useTournamentForm(original, userId, zone)
  const { state, dispatch } = form
  const { values, saved, conflict } = state
  const rosterCheck = useRosterCheck(values.espnId.trim(), values.tiers)
  const eventCheck = useEventCheck(values.espnId, ({ name, start }) => {
    const feedStart = start === null ? null : toStartValue(start, zone)
    selectIfReplaced(() => dispatch({ type: 'prefill', name, start: feedStart }))
    rosterCheck.reset()
    rosterCheck.checkAllTiers()
  })
  const roster = useMemo(() => toRoster(values.tiers, rosterCheck.check), [values.tiers, rosterCheck.check])
  const locks = useRosterLocks(opened)
  const displaced = useMemo(() => listDisplaced(locks, roster), [locks, roster])
  const lockOf = useMemo(() => createLockOf(locks), [locks])
  const latestStart = locks?.isStarted ? saved?.content.start : undefined
  const limits = { zone, latestStart }
  const saving = useSaveTournament({ dispatch, userId, zone })
  const submitting = useSubmitTournament({
    ...{ form, isNew, limits, locks, saving, focus },
    verifyEvent: eventCheck.verify,
    verifyRoster: rosterCheck.verifyAll,
  })

  // Chosen from the calendar: it is checked once the form has the id.
  const chosenId = useRef<string | null>(null)
  useEffect(() => {
    if (chosenId.current === null || chosenId.current !== values.espnId) return
    chosenId.current = null
    void eventCheck.verify()
  })

  const checkOnMount = useRef(() => {
    if (isNew) void eventCheck.verify()
    else rosterCheck.checkAllTiers()
  })
  useEffect(() => checkOnMount.current(), [])

  return {
    ...form,
    ...submitting,
    ...toRosterEdits({ state, dispatch, roster, rosterCheck }),
    ...{ isNew, zone, limits, latestStart, locks, lockOf, roster, displaced, saving },
    eventCheck: eventCheck.check,
    verifyId: () => void eventCheck.verify(),
    chooseEvent(espnId: string): void {
      chosenId.current = espnId
      dispatch({ type: 'change-text', field: 'espnId', text: espnId })
      dispatch({ type: 'touch', field: 'espnId' })
    },
    areTiersEnabled: !isNew || eventCheck.check.status === 'valid',
    leaveTier(tier: Tier): void {
      if (listNames(values.tiers[tier]).length > 0) dispatch({ type: 'touch', field: tierField(tier) })
      rosterCheck.checkTier(tier)
    },
    retryCheck: () => rosterCheck.checkAllTiers(),
    discard(): void {
      dispatch({ type: 'discard' })
      if (isNew) rosterCheck.reset()
      else rosterCheck.checkAllTiers((saved?.values ?? emptyValues).tiers)
    },
    loadSaved(): void {
      dispatch({ type: 'load-saved' })
      if (conflict !== null) rosterCheck.checkAllTiers(conflict.values.tiers)
    },
  }
}

/** Selects the text of the focused field if a prefill replaces it, so that typing replaces the prefill. */
function selectIfReplaced(change: () => void): void {
  const field = document.activeElement
  const before = field instanceof HTMLInputElement ? field.value : ''
  flushSync(change)
  if (field instanceof HTMLInputElement && field.value !== before) field.select()
}
