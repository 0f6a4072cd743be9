import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import { currentTournamentQuery, tournamentListQuery } from '#web/api/tournament-queries.ts'
import { toMonth } from '#web/time/time-text.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import styles from './tournament-switcher.module.css'

type Props = {
  /** The tournament that is shown. */
  selectedId: number
  /** The board that the links lead to. */
  board: 'pool' | 'golfers'
}

/** Links to the same board of other tournaments; nothing if there are none. */
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
        <ul className={`lines ${styles.list}`}>
          {tournaments.map((tournament) => (
            <li key={tournament.id}>
              <Link
                className="target strong"
                to={tournament.id === current?.id ? `/${board}` : `/${board}/${tournament.id}`}
                aria-current={tournament.id === selectedId ? 'page' : undefined}
                onClick={close}
              >
                {tournament.name}
              </Link>
              <span className={`small-print ${styles.date}`}>{toDateText(tournament)}</span>
            </li>
          ))}
        </ul>
      </MessageModal>
    </>
  )
}

function toDateText({ active, start, cancelledReason }: TournamentSummary): string {
  if (cancelledReason !== undefined) return `${toMonth(start)}, cancelled`
  if (!active) return toMonth(start)
  return hasStarted({ start }, new Date()) ? 'Under way' : 'Upcoming'
}
