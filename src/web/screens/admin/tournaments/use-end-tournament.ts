import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { endTournament, fetchEndPreviewData } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useModalState } from '../shared/use-modal-state.ts'
import { type EndTournamentPreview, previewEndTournament } from './end-tournament-preview.ts'

export type PendingEnd = { readonly tournament: TournamentSummary; readonly preview: EndTournamentPreview }

export type EndTournamentFlow = ReturnType<typeof useEndTournament>

/** Ends a tournament: first the final places are worked out and shown, then it is asked, then it is done. */
export function useEndTournament(actions: AdminActions, findHeading: () => HTMLElement | null) {
  const client = useApi()
  const queries = useQueryClient()
  const { modal, openModal, close } = useModalState<PendingEnd>()
  const triggerElement = useRef<Element | null>(null)

  async function prepare(tournament: TournamentSummary): Promise<void> {
    triggerElement.current = document.activeElement
    const { id, name } = tournament
    const preview = await actions.run({
      key: `end-${id}`,
      busyText: `Working out the final places of ${name} …`,
      work: async () => {
        const { tournament: details, board } = await fetchEndPreviewData(client, queries, id)
        const { players = [], entries = [] } = details
        return previewEndTournament({ ...details, players, entries }, board, new Date())
      },
      failedText: `There was an error ending the ${name}.`,
    })
    if (preview !== undefined) openModal({ tournament, preview })
  }

  async function end({ tournament: { id, name }, preview }: PendingEnd): Promise<void> {
    close()
    const finalPlaces = await actions.run({
      key: `end-${id}`,
      busyText: `Ending ${name} …`,
      work: () => endTournament(client, id, preview.kind === 'places' ? preview.places : []),
      failedText: `There was an error ending the ${name}.`,
      succeeded: (places) => ({
        text: `${name} was ended.`,
        detail: places.length === 0 ? 'It has no places and counts in nobody’s results.' : undefined,
      }),
    })
    // The button goes with the last drawing of an active tournament.
    if (finalPlaces !== undefined && focusIsOn(triggerElement.current))
      findHeading()?.focus({ preventScroll: true })
  }

  /** The button that was pressed; when it is gone, the heading above. */
  function getFinalFocus(): HTMLElement | null {
    return triggerElement.current instanceof HTMLElement && triggerElement.current.isConnected
      ? triggerElement.current
      : findHeading()
  }

  return { modal, prepare, end, close, getFinalFocus }
}

function focusIsOn(element: Element | null): boolean {
  const { activeElement } = document
  return activeElement === element || activeElement === null || activeElement === document.body
}
