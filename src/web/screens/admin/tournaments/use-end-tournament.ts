import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/results.ts'
import { toPodium } from '#domain/standings/podium.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { hasStarted, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { fetchEndPreviewData } from '#web/api/admin-queries.ts'
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'

/** Why a tournament would end without places. */
export type NoPlaces = 'not-started' | 'no-scores' | 'no-entries'

export type EndTournamentPreview = ReturnType<typeof previewEndTournament>

type PendingEnd = { readonly tournament: TournamentSummary; readonly preview: EndTournamentPreview }

type Choices = { reason: string | null; decision: string; trueAnswers: readonly string[] }

export type EndTournamentFlow = ReturnType<typeof useEndTournament>

/** Ends a tournament: previews the final places, asks for confirmation, then ends it. */
export function useEndTournament(findHeading: () => HTMLElement | null) {
  const actions = useAdminActions()
  const queries = useQueryClient()
  const { modal, openModal, close } = useModalState<PendingEnd>()
  const triggerElement = useRef<Element | null>(null)

  async function prepare(tournament: TournamentSummary): Promise<void> {
    triggerElement.current = document.activeElement
    const { id, name, active } = tournament
    const preview = await actions.run({
      key: `end-${id}`,
      doing: `calculating the final places of ${name}`,
      work: async (client) => {
        const { tournament: details, board } = await fetchEndPreviewData(client, queries, id)
        const { players = [], entries = [] } = details
        return previewEndTournament({ ...details, players, entries }, board, new Date())
      },
      failedText: active ? `There was an error ending the ${name}.` : 'The places couldn’t be loaded.',
    })
    if (preview !== undefined) openModal({ tournament, preview })
  }

  /** Says what decides the ties of a tournament that has ended. */
  const decide = ({ id }: TournamentSummary, decision: Omit<Choices, 'reason'>) =>
    actions.run({
      key: `end-${id}`,
      doing: 'saving what decides the ties',
      work: (client) => client.send<unknown>('POST', api.adminDecision(id), decision),
      failedText: 'What decides the ties was not saved.',
      succeeded: () => ({ text: 'What decides the ties was saved.' }),
    })

  /** With a reason, it ends without places. */
  async function end({ tournament, preview }: PendingEnd, { reason, ...decision }: Choices): Promise<void> {
    const { id, name, active } = tournament
    if (!active) return void (await decide(tournament, decision))
    const finalPlaces = await actions.run({
      key: `end-${id}`,
      doing: `ending ${name}`,
      work: async (client) => {
        const places = preview.kind === 'places' ? preview.places : []
        if (reason === null && preview.kind === 'places') await client.send('POST', api.adminDecision(id), decision)
        if (reason === null) return client.send<FinalPlaces[]>('POST', api.tournamentEnd(id), places)
        await client.send('POST', api.adminCancel(id), { reason })
        return []
      },
      failedText: `There was an error ending the ${name}.`,
      succeeded: (places) => ({
        text: `${name} was ended.`,
        detail: places.length === 0 ? 'It has no places and doesn’t count in anyone’s results.' : undefined,
      }),
    })
    // The button disappears once the tournament is no longer active.
    if (finalPlaces !== undefined && isFocusedOrLost(triggerElement.current))
      findHeading()?.focus({ preventScroll: true })
  }

  /** The button that was pressed, or the heading if the button is gone. */
  function getFinalFocus(): HTMLElement | null {
    return triggerElement.current instanceof HTMLElement && triggerElement.current.isConnected
      ? triggerElement.current
      : findHeading()
  }

  return { modal, prepare, end, close, getFinalFocus }
}

function isFocusedOrLost(element: Element | null): boolean {
  const { activeElement } = document
  return activeElement === element || activeElement === null || activeElement === document.body
}

/** What ending the tournament now would mean. Places are computed as on the server (docs/rules.md, 5.1). */
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
  return preview.kind === 'places' && (toPodium(preview.standings)?.leaders.length ?? 0) > 1
}
