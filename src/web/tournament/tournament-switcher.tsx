import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { currentTournamentQuery, tournamentListQuery } from '#web/api/tournament-queries.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'

const TournamentLinks = lazy(async () => ({ default: (await import('./tournament-links.tsx')).TournamentLinks }))

type Props = {
  /** The tournament that is shown. */
  selectedId: number
  /** The board that the links lead to. */
  board: 'pool' | 'golfers'
}

/** Opens links to the same board of other tournaments; nothing if there are none. */
export function TournamentSwitcher({ selectedId, board }: Props) {
  const { data: tournaments = [] } = useQuery(tournamentListQuery)
  const { data: current } = useQuery(currentTournamentQuery)
  const [isOpen, setIsOpen] = useState(false)
  if (!tournaments.some(({ id }) => id !== selectedId)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" className="button-link no-print" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Other tournaments
      </button>
      <MessageModal open={isOpen} onClose={close} title="Tournaments">
        <TournamentLinks
          tournaments={tournaments}
          selectedId={selectedId}
          currentId={current?.id}
          board={board}
          onFollow={close}
        />
      </MessageModal>
    </>
  )
}
