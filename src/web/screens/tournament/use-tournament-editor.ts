import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { FieldGolfer } from '#domain/field.ts'
import { findLockViolations, type LockViolation } from '#domain/player-locks.ts'
import { type Tier, tiers } from '#domain/tournament.ts'
import type { ListedPlayer } from '#domain/tournament-edit.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useEventCheck } from './details/use-event-check.ts'
import { isInvalid, listPlayers, type Roster, type RosterLine, toRoster } from './roster/roster.ts'
import { type RosterLocks, toRosterLocks } from './roster/roster-locks.ts'
import { moveGolfersToTier, removeLine, replaceLine } from './roster/tier-list-edits.ts'
import { useRosterCheck } from './roster/use-roster-check.ts'
import { toUncheckedFailure } from './saving/tournament-failure.ts'
import { useSaveTournament } from './saving/use-save-tournament.ts'
import { toStartValue } from './values/start-value.ts'
import { listNames, type TierLists } from './values/tier-list-parser.ts'
import { tierField } from './values/tournament-fields.ts'
import {
  emptyValues,
  listErrors,
  type SavedTournament,
  type TierTexts,
  toSavedTournament,
  toSubmission,
} from './values/tournament-values.ts'
import { useTournamentForm } from './values/use-tournament-form.ts'

export type TournamentEditor = ReturnType<typeof useTournamentEditor>

type Options = {
  userId: number
  /** With players and entries; null for a new one. */
  opened: TournamentResponse | null
  /** Where the focus goes after a submit that sent nothing. */
  focus: (target: 'error' | 'id' | 'lists' | 'notice') => void
}

/** The form with what is known of its event and its names, and everything that can be done with it. */
export function useTournamentEditor({ userId, opened, focus }: Options) {
  const [zone] = useState(getViewerTimeZone)
  const [original] = useState(() => (opened === null ? null : toSavedTournament(opened, zone)))
  const { state, dispatch, isDirty, isDraftSaved } = useTournamentForm(original, userId, zone)
  const { values, saved } = state
  const saving = useSaveTournament({ dispatch, userId, zone })
  const names = useRosterCheck(values.espnId.trim(), values.tiers)
  const event = useEventCheck(values.espnId, ({ name, start }) => {
    const told = start === null ? null : toStartValue(start, zone)
    selectIfReplaced(() => dispatch({ type: 'fill-in', name, start: told }))
    names.forget()
    names.checkAllTiers()
  })
  const [isChecking, setIsChecking] = useState(false)
  const [isRejected, setIsRejected] = useState(false)
  const roster = useMemo(() => toRoster(values.tiers, names.check), [values.tiers, names.check])
  const locks = useRosterLocks(opened)
  const displaced = useMemo(() => (locks === null ? [] : findDisplaced(locks, roster)), [locks, roster])
  const limits = { zone, latestStart: locks?.isStarted ? saved?.content.start : undefined }

  // What is there when the form opens is checked at once.
  const checkOnMount = useRef(() => {
    if (original === null) void event.look()
    else names.checkAllTiers()
  })
  useEffect(() => checkOnMount.current(), [])

  function setTierTexts(texts: TierTexts, tier: Tier | null): void {
    for (const one of tiers) {
      if (texts[one] !== values.tiers[one]) dispatch({ type: 'list', tier: one, text: texts[one] })
    }
    if (tier === null) names.checkAllTiers(texts)
    else names.leave(tier, texts)
  }

  /** Whom the lists mean, as the server says now; undefined when that is not to be had, or not to be sent. */
  async function resolvePlayers(over: SavedTournament | null): Promise<readonly ListedPlayer[] | undefined> {
    if (over !== null && haveEqualNames(values.tiers, over.values.tiers)) return over.content.players
    const { check, answers, failure } = await names.verifyAll()
    if (failure !== null) {
      saving.showFailure(toUncheckedFailure(failure))
      return undefined
    }
    const found = toRoster(values.tiers, check)
    const isFine = answers.every(({ validTier, validPlayers }) => validTier && validPlayers)
    const players = listPlayers(found)
    const moved = locks === null ? [] : findDisplaced(locks, found)
    if (isFine && !isInvalid(found) && moved.length === 0 && players !== undefined) return players
    flushSync(() => setIsRejected(true))
    focus('lists')
    return undefined
  }

  /** Over what was opened, or deliberately over what somebody else has saved. */
  async function save(over: SavedTournament | null): Promise<void> {
    setIsRejected(false)
    const isKnown = original !== null || (await event.look()).status === 'valid'
    if (listErrors(values, limits).size > 0) {
      // The faults have to be on the screen before one of them can have the focus.
      flushSync(() => dispatch({ type: 'touch-all' }))
      focus(isKnown ? 'error' : 'id')
      return
    }
    if (!isKnown) {
      focus('id')
      return
    }
    const players = await resolvePlayers(over)
    const submission = players && toSubmission(values, over, players, zone)
    if (submission !== undefined) saving.send(submission)
  }

  function submit(over: SavedTournament | null): void {
    if (isChecking || saving.isSaving || saving.isEnded) return
    setIsChecking(true)
    void save(over).finally(() => setIsChecking(false))
  }

  return {
    ...{ state, dispatch, zone, limits, locks, roster, displaced, isDirty, isDraftSaved },
    ...{ saving, isChecking, isRejected },
    isNew: original === null,
    event: event.check,
    verifyId: () => void event.look(),
    /** Names can be entered and checked. */
    areTiersEnabled: original !== null || event.check.status === 'valid',
    touchAndCheckTier(tier: Tier): void {
      if (listNames(values.tiers[tier]).length > 0) dispatch({ type: 'touch', field: tierField(tier) })
      names.leave(tier)
    },
    retryCheck: () => names.checkAllTiers(),
    actions: {
      replace(line: RosterLine, by: FieldGolfer): void {
        names.place({ type: 'placed', tier: line.tier, golfers: [by] })
        setTierTexts(replaceLine(values.tiers, line, by), line.tier)
      },
      replaceAll(lines: readonly (readonly [RosterLine, FieldGolfer])[]): void {
        for (const [{ tier }, golfer] of lines) names.place({ type: 'placed', tier, golfers: [golfer] })
        setTierTexts(
          lines.reduce((texts, [line, golfer]) => replaceLine(texts, line, golfer), values.tiers),
          null,
        )
      },
      remove: (line: RosterLine) => setTierTexts(removeLine(values.tiers, line), line.tier),
      place(golfers: readonly FieldGolfer[], tier: Tier): void {
        names.place({ type: 'placed', tier, golfers })
        setTierTexts(moveGolfersToTier(values.tiers, golfers, tier, roster), tier)
      },
    },
    spread(lists: TierLists): void {
      const [a, b, c, d] = lists.map((list) => list.join('\n'))
      const texts: TierTexts = [a ?? '', b ?? '', c ?? '', d ?? '']
      dispatch({ type: 'spread', texts })
      names.checkAllTiers(texts)
    },
    undoSplit(): void {
      if (state.beforeSplit === null) return
      dispatch({ type: 'undo-spread' })
      names.checkAllTiers(state.beforeSplit)
    },
    discard(): void {
      dispatch({ type: 'discard' })
      if (original === null) names.forget()
      else names.checkAllTiers((saved?.values ?? emptyValues).tiers)
    },
    loadTheirs(): void {
      dispatch({ type: 'take-elsewhere' })
      if (state.theirs !== null) names.checkAllTiers(state.theirs.values.tiers)
    },
    submit: () => (state.theirs === null ? submit(saved) : focus('notice')),
    overwrite: () => submit(state.theirs),
  }
}

/** Whoever is about to type into a field that is filled in just then replaces what has come, as in an empty one. */
function selectIfReplaced(change: () => void): void {
  const field = document.activeElement
  const before = field instanceof HTMLInputElement ? field.value : ''
  flushSync(change)
  if (field instanceof HTMLInputElement && field.value !== before) field.select()
}

const farFuture = '9999-12-31T00:00:00Z'

/** What decides who must stay in their tiers; null for a new tournament. */
function useRosterLocks(opened: TournamentResponse | null): RosterLocks | null {
  const isStarted = useHasStarted({ start: opened?.start ?? farFuture })
  return useMemo(() => {
    if (opened === null) return null
    const { players = [], entries = [] } = opened
    return toRosterLocks({ players, entries }, isStarted)
  }, [opened, isStarted])
}

/** A player who is in no list and not missing either has left the field. Until every name is known nobody can tell. */
function findDisplaced(locks: RosterLocks, roster: Roster): LockViolation[] {
  const lines = roster.tiers.flatMap((tier) => tier.lines)
  if (lines.some(({ validation }) => validation === undefined)) return []
  const listed = lines.flatMap(({ tier, name, validation }, order): ListedPlayer[] =>
    validation?.espnId == null ? [] : [{ name, espnId: validation.espnId, tier, order }],
  )
  const inField = new Set([
    ...lines.flatMap(({ validation }) => (validation?.inField ? [validation.espnId] : [])),
    ...roster.missing.map(({ espnId }) => espnId),
  ])
  const withdrawn = locks.players.filter(({ espnId }) => !inField.has(espnId)).map(({ espnId }) => espnId)
  return findLockViolations(locks.players, listed, new Set(withdrawn), locks)
}

function haveEqualNames(one: TierTexts, other: TierTexts): boolean {
  return tiers.every((tier) => listNames(one[tier]).join('\n') === listNames(other[tier]).join('\n'))
}
