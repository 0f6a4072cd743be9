import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { endTournament, fetchClosingGround } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useAsking } from '../shared/use-asking.ts'
import { type ClosingPreview, previewClosing } from './closing-preview.ts'

export type Closing = { readonly tournament: TournamentSummary; readonly preview: ClosingPreview }

export type TournamentEnding = ReturnType<typeof useTournamentEnding>

/** Ends a tournament: first the final places are worked out and shown, then it is asked, then it is done. */
export function useTournamentEnding(actions: AdminActions, findHeading: () => HTMLElement | null) {
  const client = useApi()
  const queries = useQueryClient()
  const { asking, ask, close } = useAsking<Closing>()
  const pressed = useRef<Element | null>(null)

  async function prepare(tournament: TournamentSummary): Promise<void> {
    pressed.current = document.activeElement
    const { id, name } = tournament
    const preview = await actions.run({
      key: `end-${id}`,
      busyText: `Working out the final places of ${name} …`,
      work: async () => {
        const { tournament: whole, board } = await fetchClosingGround(client, queries, id)
        const { players = [], entries = [] } = whole
        return previewClosing({ ...whole, players, entries }, board, new Date())
      },
      failedText: `There was an error ending the ${name}.`,
    })
    if (preview !== undefined) ask({ tournament, preview })
  }

  async function end({ tournament: { id, name }, preview }: Closing): Promise<void> {
    close()
    const kept = await actions.run({
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
    if (kept !== undefined && focusIsOn(pressed.current)) findHeading()?.focus({ preventScroll: true })
  }

  /** The button that was pressed; when it is gone, the heading above. */
  function focusAfter(): HTMLElement | null {
    return pressed.current instanceof HTMLElement && pressed.current.isConnected
      ? pressed.current
      : findHeading()
  }

  return { asking, prepare, end, close, focusAfter }
}

function focusIsOn(element: Element | null): boolean {
  const { activeElement } = document
  return activeElement === element || activeElement === null || activeElement === document.body
}
