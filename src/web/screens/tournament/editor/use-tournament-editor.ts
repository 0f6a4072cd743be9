import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { announcementQuery } from '#web/api/tournament-queries.ts'
import { tournamentDrafts } from '#web/forms/tournament-drafts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { toRoster } from '#web/screens/tournament/roster/roster.ts'
import type { RosterCheck } from '#web/screens/tournament/roster/roster-check.ts'
import { toRosterEdits } from '#web/screens/tournament/roster/roster-edits.ts'
import { createLockOf, listDisplaced, useRosterLocks } from '#web/screens/tournament/roster/roster-locks.ts'
import { useRosterCheck } from '#web/screens/tournament/roster/use-roster-check.ts'
import { toStartValue } from '#web/screens/tournament/values/start-value.ts'
import { listNames } from '#web/screens/tournament/values/tier-list-parser.ts'
import { prefill, tournamentFormKind, withText } from '#web/screens/tournament/values/tournament-form-state.ts'
import {
  emptyValues,
  type FieldName,
  isFixedAtStart,
  listDifferences,
  type TierTexts,
  tierField,
  toNewValues,
  toSavedTournament,
} from '#web/screens/tournament/values/tournament-values.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useEventCheck } from './use-event-check.ts'
import { useRepeatTournament } from './use-repeat-tournament.ts'
import { useSaveTournament } from './use-save-tournament.ts'
import { type SubmitFocus, useSubmitTournament } from './use-submit-tournament.ts'

const farFuture = '9999-12-31T00:00:00Z'

type Options = {
  userId: number
  /** With golfers and entries; null for a new tournament. */
  opened: TournamentResponse | null
  /** Called after a submit that sent nothing. */
  focus: (target: SubmitFocus) => void
}

export type TournamentEditor = ReturnType<typeof useTournamentEditor>

/** The state of the tournament form, the checks of its event and lists, and saving it. */
export function useTournamentEditor({ userId, opened, focus }: Options) {
  const [zone] = useState(getViewerTimeZone)
  const form = useTournamentForm(userId, opened, zone)
  const isNew = opened === null
  const { state, edit } = form
  const { values, saved, conflict } = state
  const rosterCheck = useRosterCheck(values.espnId.trim(), values.tiers)
  const eventCheck = useEventCheck(values.espnId, ({ name, start }) => {
    const feedStart = start === null ? null : toStartValue(start, zone, true)
    selectIfReplaced(() => edit((before) => prefill(before, { name, start: feedStart })))
    rosterCheck.reset()
    rosterCheck.checkAllTiers()
  })
  const lists = useRoster(values.tiers, rosterCheck.check, opened)
  const hasStarted = useHasStarted({ start: opened?.start ?? farFuture })
  const fixed = hasStarted ? ((conflict ?? saved)?.values ?? null) : null
  const limits = { zone, fixed }
  const repeating = useRepeatTournament(edit, zone)
  const { saving, savedTournament } = useSaveTournament(form, zone)
  const submitting = useSubmitTournament({
    form,
    isNew,
    hasStarted,
    limits,
    locks: lists.locks,
    saving,
    focus,
    verifyEvent: eventCheck.verify,
    verifyRoster: rosterCheck.verifyAll,
  })

  const verifyOnceTyped = useVerifyOnceTyped(values.espnId, eventCheck.verify)
  const checkOnMount = useRef(() => {
    if (isNew) void eventCheck.verify()
    else if (!hasStarted) rosterCheck.checkAllTiers()
  })
  useEffect(() => checkOnMount.current(), [])

  return {
    ...form,
    ...submitting,
    /** The field can no longer be changed. One that differs from what is saved can be put back. */
    isFixed: (field: FieldName) =>
      fixed !== null && isFixedAtStart(field) && !listDifferences(values, fixed).includes(field),
    ...toRosterEdits({ state, edit, roster: lists.roster, rosterCheck }),
    isNew,
    zone,
    limits,
    hasStarted,
    ...lists,
    saving,
    savedTournament,
    eventCheck: eventCheck.check,
    verifyId: () => void eventCheck.verify(),
    chooseEvent(espnId: string): void {
      verifyOnceTyped(espnId)
      edit((before) => withText(before, 'espnId', espnId))
      form.touch('espnId')
    },
    ...repeating,
    /** The feed's start of a saved tournament, if it differs from the saved one. */
    feedStart: opened?.feedStart,
    areTiersEnabled: !isNew || eventCheck.check.status === 'valid',
    leaveTier(tier: Tier): void {
      if (listNames(values.tiers[tier]).length > 0) form.touch(tierField(tier))
      if (!hasStarted) rosterCheck.checkTier(tier)
    },
    retryCheck: () => rosterCheck.checkAllTiers(),
    discard(): void {
      form.discard()
      if (isNew) rosterCheck.reset()
      else if (!hasStarted) rosterCheck.checkAllTiers((saved?.values ?? emptyValues).tiers)
    },
    loadSaved(): void {
      form.loadSaved()
      if (conflict !== null && !hasStarted) rosterCheck.checkAllTiers(conflict.values.tiers)
    },
  }
}

/** The form of a tournament. A new one begins with the announced event. */
function useTournamentForm(userId: number, opened: TournamentResponse | null, zone: string) {
  const queries = useQueryClient()
  const [original] = useState(() => (opened === null ? null : toSavedTournament(opened, zone)))
  const [announced] = useState(() => (opened === null ? queries.getQueryData(announcementQuery.queryKey) : null))
  const [kind] = useState(() => tournamentFormKind(zone, announced ? toNewValues(announced, zone) : undefined))
  return useForm({
    kind,
    drafts: tournamentDrafts,
    ownerOf: (saved) => ({ userId, tournamentId: saved?.id ?? 0 }),
    saved: original,
  })
}

/** The four lists with the results of their checks, and the golfers who must stay in their tiers. */
function useRoster(texts: TierTexts, check: RosterCheck, opened: TournamentResponse | null) {
  const roster = useMemo(() => toRoster(texts, check), [texts, check])
  const locks = useRosterLocks(opened)
  const displaced = useMemo(() => listDisplaced(locks, roster), [locks, roster])
  const lockOf = useMemo(() => createLockOf(locks), [locks])
  return { roster, locks, displaced, lockOf }
}

/** Checks an event chosen from the calendar, once the form has its id. */
function useVerifyOnceTyped(espnId: string, verify: () => Promise<unknown>) {
  const chosenId = useRef<string | null>(null)
  useEffect(() => {
    if (chosenId.current === null || chosenId.current !== espnId) return
    chosenId.current = null
    void verify()
  })
  return (id: string) => {
    chosenId.current = id
  }
}

/** Selects the text of the focused field if a prefill replaces it, so that typing replaces the prefill. */
function selectIfReplaced(change: () => void): void {
  const field = document.activeElement
  const before = field instanceof HTMLInputElement ? field.value : ''
  flushSync(change)
  if (field instanceof HTMLInputElement && field.value !== before) field.select()
}
