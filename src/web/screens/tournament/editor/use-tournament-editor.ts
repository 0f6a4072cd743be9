import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import type { TierSizes } from '#domain/tournament/tier-proposal.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { tournamentToEditQuery } from '#web/api/admin-queries.ts'
import { type ProblemTexts, unsavedText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { announcementQuery, tournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { tournamentDrafts } from '#web/forms/tournament-drafts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useSave } from '#web/forms/use-save.ts'
import { toRoster } from '#web/screens/tournament/roster/roster.ts'
import { toRosterEdits } from '#web/screens/tournament/roster/roster-edits.ts'
import { createLockOf, listDisplaced, useRosterLocks } from '#web/screens/tournament/roster/roster-locks.ts'
import { useRosterCheck } from '#web/screens/tournament/roster/use-roster-check.ts'
import { toStartValue } from '#web/screens/tournament/values/start-value.ts'
import { listNames } from '#web/screens/tournament/values/tier-list-parser.ts'
import {
  prefill,
  rejectTournament,
  tournamentFormKind,
  withFee,
  withQuestion,
  withText,
} from '#web/screens/tournament/values/tournament-form-state.ts'
import {
  emptyValues,
  type FieldName,
  isFixedAtStart,
  listDifferences,
  tierField,
  toNewValues,
  toSavedTournament,
} from '#web/screens/tournament/values/tournament-values.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useEventCheck } from './use-event-check.ts'
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
  const client = useApi()
  const queries = useQueryClient()
  const [zone] = useState(getViewerTimeZone)
  const [original] = useState(() => (opened === null ? null : toSavedTournament(opened, zone)))
  const isNew = original === null
  const [announced] = useState(() => queries.getQueryData(announcementQuery.queryKey))
  const [kind] = useState(() => tournamentFormKind(zone, announced ? toNewValues(announced, zone) : undefined))
  const owner = { userId, tournamentId: original?.id ?? 0 }
  const form = useForm({ kind, drafts: tournamentDrafts, owner, saved: original })
  const { state, edit } = form
  const { values, saved, conflict } = state
  const rosterCheck = useRosterCheck(values.espnId.trim(), values.tiers)
  const eventCheck = useEventCheck(values.espnId, ({ name, start }) => {
    const feedStart = start === null ? null : toStartValue(start, zone, true)
    selectIfReplaced(() => edit((before) => prefill(before, { name, start: feedStart })))
    rosterCheck.reset()
    rosterCheck.checkAllTiers()
  })
  const roster = useMemo(() => toRoster(values.tiers, rosterCheck.check), [values.tiers, rosterCheck.check])
  const locks = useRosterLocks(opened)
  const displaced = useMemo(() => listDisplaced(locks, roster), [locks, roster])
  const lockOf = useMemo(() => createLockOf(locks), [locks])
  const hasStarted = useHasStarted({ start: opened?.start ?? farFuture })
  const fixed = hasStarted ? ((conflict ?? saved)?.values ?? null) : null
  const limits = { zone, fixed }
  const [earlierSizes, setEarlierSizes] = useState<TierSizes | null>(null)
  const [savedTournament, setSavedTournament] = useState<TournamentSummary | null>(null)
  const saving = useSave({
    form,
    save: (submission: TournamentSubmission) =>
      client.send<TournamentResponse>(submission.id === 0 ? 'POST' : 'PUT', api.tournamentSave(), submission),
    toSaved: (response: TournamentResponse) => toSavedTournament(response, zone),
    onSaved(response) {
      void queries.invalidateQueries({ queryKey: queryKeys.tournaments })
      setSavedTournament(response)
    },
    reject: (before, errors, { players }) =>
      rejectTournament(
        before,
        errors,
        players.map(({ tier }) => tier),
      ),
    conflictCodes: ['tournament-changed'],
    loadCurrent: ({ id }) => queries.fetchQuery({ ...tournamentToEditQuery(id), staleTime: 0 }),
    closedCode: 'tournament-ended',
    toTexts,
  })
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
    else if (!hasStarted) rosterCheck.checkAllTiers()
  })
  useEffect(() => checkOnMount.current(), [])

  return {
    ...form,
    ...submitting,
    /** The field can no longer be changed. One that differs from what is saved can be put back. */
    isFixed: (field: FieldName) =>
      fixed !== null && isFixedAtStart(field) && !listDifferences(values, fixed).includes(field),
    ...toRosterEdits({ state, edit, roster, rosterCheck }),
    ...{ isNew, zone, limits, hasStarted, locks, lockOf, roster, displaced, saving, savedTournament },
    eventCheck: eventCheck.check,
    verifyId: () => void eventCheck.verify(),
    chooseEvent(espnId: string): void {
      chosenId.current = espnId
      edit((before) => withText(before, 'espnId', espnId))
      form.touch('espnId')
    },
    /** Of the tournament that this one repeats. */
    earlierSizes,
    /** Takes the questions, the fee, the house rules and the sizes of the tiers of an earlier tournament. */
    async repeat(id: number): Promise<void> {
      const earlier = await queries.fetchQuery(tournamentQuery(id))
      const { tiebreakers, fee, houseRules } = toSavedTournament(earlier, zone).values
      edit((before) => withQuestion(withQuestion(before, 0, tiebreakers[0]), 1, tiebreakers[1]))
      edit((before) => withText(withFee(before, fee), 'houseRules', houseRules))
      const { players = [] } = earlier
      const sizeOf = (tier: Tier) => players.filter((player) => player.tier === tier).length
      setEarlierSizes([sizeOf(0), sizeOf(1), sizeOf(2)])
    },
    /** Of a saved tournament, where it differs. */
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

/** Selects the text of the focused field if a prefill replaces it, so that typing replaces the prefill. */
function selectIfReplaced(change: () => void): void {
  const field = document.activeElement
  const before = field instanceof HTMLInputElement ? field.value : ''
  flushSync(change)
  if (field instanceof HTMLInputElement && field.value !== before) field.select()
}

/** `detail`: what the server says. */
function toTexts(detail: string): ProblemTexts {
  return {
    'tournament-active': `${detail} End it on the admin page before you create another. ${unsavedText}`.trim(),
    'tournament-changed': `Someone else changed this tournament after you opened it. ${unsavedText} Close this message to choose which version to keep.`,
    'tournament-ended': 'The tournament has ended and can no longer be changed.',
    'tournament-invalid':
      'Invalid tournament: the lists don’t match the event’s field. Close this message to see the errors.',
    'tournament-started': `The tournament has started: its start, questions and tiers are fixed. ${unsavedText} Close this message to see what can’t be changed.`,
    'players-locked': `${detail} Close this message to see which golfers.`.trim(),
    'feed-unavailable':
      `${detail} Without it the lists cannot be checked. Try again in a moment. ${unsavedText}`.trim(),
    'event-not-supported': `${detail} Choose another tournament id.`.trim(),
    'not-found': 'This tournament no longer exists.',
  }
}
