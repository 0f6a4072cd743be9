import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentTournamentQuery, tournamentListQuery } from '#web/api/tournament-queries.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import styles from './tournament-switcher.module.css'

const TournamentLinks = lazyNamed(() => import('./tournament-links.tsx'), 'TournamentLinks')

type Props = {
  /** The tournament that is shown. */
  selectedId: number
  /** The board that the links lead to. */
  board: 'pool' | 'golfers'
}

/** Opens links to the same board of other tournaments, and for the viewer’s groups; nothing if there are none. */
export function TournamentSwitcher({ selectedId, board }: Props) {
  const { data: tournaments = [] } = useQuery(tournamentListQuery)
  const { data: current } = useQuery(currentTournamentQuery)
  const groups = useQuery(userQuery).data?.groups ?? []
  const [isOpen, setIsOpen] = useState(false)
  const hasOthers = tournaments.some(({ id }) => id !== selectedId)
  if (!hasOthers && groups.length === 0) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className={`expander no-print ${styles.switcher}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={groups.length === 0 ? 'Other tournaments' : 'Other tournaments and groups'}
        onClick={() => setIsOpen(true)}
      />
      <MessageModal open={isOpen} onClose={close} title="Tournaments">
        <TournamentLinks
          tournaments={tournaments}
          selectedId={selectedId}
          currentId={current?.id}
          board={board}
          hasGroups={groups.length > 0}
          onFollow={close}
        />
      </MessageModal>
    </>
  )
}
