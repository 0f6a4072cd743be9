import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament.ts'
import { currentTournamentQuery, tournamentListQuery } from '../api/tournament-queries.ts'
import { useApi } from '../api/use-api.ts'
import { MessageModal } from '../ui/message-modal.tsx'
import styles from './tournament-chooser.module.css'

type Props = {
  /** The tournament that is shown. */
  shownId: number
  /** Of which board: where the links lead. */
  board: 'pool' | 'golfers'
}

/** The way to the same board of other tournaments; nothing while there are no others. */
export function TournamentChooser({ shownId, board }: Props) {
  const api = useApi()
  const { data: tournaments = [] } = useQuery(tournamentListQuery(api))
  const { data: current } = useQuery(currentTournamentQuery(api))
  const [isOpen, setIsOpen] = useState(false)
  if (!tournaments.some(({ id }) => id !== shownId)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className="button-line no-print"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Other tournaments
      </button>
      <MessageModal open={isOpen} onClose={close} title="Tournaments">
        <ul className={styles['list']}>
          {tournaments.map((tournament) => (
            <li key={tournament.id}>
              <Link
                to={tournament.id === current?.id ? `/${board}` : `/${board}/${tournament.id}`}
                aria-current={tournament.id === shownId ? 'page' : undefined}
                onClick={close}
              >
                {tournament.name}
              </Link>
              <span className={styles['when']}>{toWhen(tournament)}</span>
            </li>
          ))}
        </ul>
      </MessageModal>
    </>
  )
}

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

function toWhen({ active, start }: TournamentSummary): string {
  if (!active) return month.format(new Date(start))
  return hasStarted({ start }, new Date()) ? 'Under way' : 'Next'
}
