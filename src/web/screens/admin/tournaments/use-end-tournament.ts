import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Reach, Results } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { CancellationReach, TournamentSummary } from '#contract/tournament-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { readFee } from '#domain/payments/fee.ts'
import { describePrizeOrder, listOrderedTies } from '#domain/results/prize-order.ts'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/results.ts'
import { toPodium } from '#domain/standings/podium.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { hasStarted, noAnswers, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { type EndPreviewData, fetchEndPreviewData } from '#web/api/admin-queries.ts'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'

/** Why a tournament would end without places. */
export type NoPlaces = 'not-started' | 'no-scores' | 'no-entries'

export type EndTournamentPreview = ReturnType<typeof previewEndTournament>

type PendingEnd = {
  readonly tournament: TournamentSummary
  readonly preview: EndTournamentPreview
  /** How many people would be told: that it is cancelled or, after the end, that something else decides its ties. */
  readonly told: Reach
}

type Choices = { reason: string | null; decision: string; trueAnswers: readonly string[] }

type Ending = { pending: PendingEnd; choices: Choices }

export type EndTournamentFlow = ReturnType<typeof useEndTournament>

/** Ends a tournament: previews the final places, asks for confirmation, then ends it. */
export function useEndTournament(findHeading: () => HTMLElement | null) {
  const queries = useQueryClient()
  const { modal, openModal, close } = useModalState<PendingEnd>()
  const triggerElement = useRef<Element | null>(null)

  const preparation = useAdminMutation({
    async mutationFn(client, { id, active }: TournamentSummary) {
      const { tournament: details, board } = await fetchEndPreviewData(client, queries, id)
      const { players = [], entries = [] } = details
      const preview = previewEndTournament({ ...details, players, entries }, board, new Date())
      const told = active
        ? (await client.get<CancellationReach>(api.adminCancel(id))).reach
        : (await client.get<Results>(api.adminResults(id))).told
      return { preview, told }
    },
    texts: ({ name, active }) => ({
      busy: `Calculating the final places of ${name}…`,
      failed: active ? `There was an error ending the ${name}.` : 'The places couldn’t be loaded.',
    }),
    onSuccess: (prepared, tournament) => openModal({ tournament, ...prepared }),
  })

  function prepare(tournament: TournamentSummary): void {
    triggerElement.current = document.activeElement
    preparation.mutate(tournament)
  }

  /** Saves what decides the ties of a tournament that has ended. */
  const decision = useAdminMutation({
    mutationFn: (client, { pending, choices: { decision, trueAnswers } }: Ending) =>
      client.send('POST', api.adminDecision(pending.tournament.id), { decision, trueAnswers }),
    texts: {
      busy: 'Saving what decides the ties…',
      failed: 'What decides the ties was not saved.',
      done: 'What decides the ties was saved.',
    },
  })

  /** Ends the tournament; with a reason, without places. */
  const ending = useAdminMutation({
    async mutationFn(client, { pending: { tournament, preview }, choices: { reason, ...decided } }: Ending) {
      const { id } = tournament
      const places = preview.kind === 'places' ? preview.places : []
      if (reason === null && preview.kind === 'places') await client.send('POST', api.adminDecision(id), decided)
      if (reason === null) return client.send<FinalPlaces[]>('POST', api.tournamentEnd(id), places)
      await client.send('POST', api.adminCancel(id), { reason })
      return []
    },
    texts: ({ pending: { tournament } }) => ({
      busy: `Ending ${tournament.name}…`,
      failed: `There was an error ending the ${tournament.name}.`,
      done: (places) => ({
        text: `${tournament.name} was ended.`,
        detail: places.length === 0 ? 'It has no places and doesn’t count in anyone’s results.' : undefined,
      }),
    }),
    onSuccess() {
      // The button disappears once the tournament is no longer active.
      if (isFocusedOrLost(triggerElement.current)) findHeading()?.focus({ preventScroll: true })
    },
  })

  function end(pending: PendingEnd, choices: Choices): void {
    const { mutate } = pending.tournament.active ? ending : decision
    mutate({ pending, choices })
  }

  /** The button that was pressed, or the heading if the button is gone. */
  function getFinalFocus(): HTMLElement | null {
    return triggerElement.current instanceof HTMLElement && triggerElement.current.isConnected
      ? triggerElement.current
      : findHeading()
  }

  const running = preparation.running ?? (ending.running ?? decision.running)?.pending.tournament
  return { modal, prepare, end, close, getFinalFocus, runningId: running?.id }
}

function isFocusedOrLost(element: Element | null): boolean {
  const { activeElement } = document
  return activeElement === element || activeElement === null || activeElement === document.body
}

/** The places, or why there are none, if the tournament ended now. Places are computed as on the server (docs/rules.md, 5.1). */
export function previewEndTournament(tournament: TournamentWithEntries, board: Leaderboard | null, now: Date) {
  const noPlaces = (why: NoPlaces) => ({ kind: 'none', why }) as const
  if (!hasStarted(tournament, now)) return noPlaces('not-started')
  if (!board?.golfersScores.some(({ total }) => total > 0)) return noPlaces('no-scores')
  if (tournament.entries.length === 0) return noPlaces('no-entries')
  // Just started: the server decides by its own clock, and still hides the picks.
  if (arePicksHidden(tournament)) return { kind: 'hidden' } as const
  const standings = scorePool(createPool(tournament), board)
  const { event, stale } = board
  return { kind: 'places', standings, places: toFinalPlaces(standings), event, stale } as const
}

/** Whether several people share the first place. */
export function isTied(preview: EndTournamentPreview): boolean {
  return countLeaders(preview) > 1
}

/** What is not decided about the ties of a tournament that has ended, in a sentence; empty if everything is. */
export function describeOpenTie({ tournament, board }: EndPreviewData, now: Date): string {
  const { players = [], entries = [], fee, decision, trueAnswers = noAnswers } = tournament
  const preview = previewEndTournament({ ...tournament, players, entries }, board, now)
  if (preview.kind !== 'places') return ''
  if (fee?.tiesByAnswers && trueAnswers.includes('')) {
    const { payouts } = readFee(fee)
    const ties = listOrderedTies(preview.standings, payouts, trueAnswers)
    const isLevel = ties.some(({ steps }) => steps.some(({ length }) => length > 1))
    if (isLevel) return describePrizeOrder(preview.standings, { ...tournament, payouts })
  }
  const isOpen = decision === undefined && trueAnswers.every((answer) => answer === '')
  return isOpen && isTied(preview) ? `${countLeaders(preview)} people share the first place.` : ''
}

function countLeaders(preview: EndTournamentPreview): number {
  return preview.kind === 'places' ? (toPodium(preview.standings)?.leaders.length ?? 0) : 0
}
