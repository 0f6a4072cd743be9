import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import { GroupLinks } from '#web/groups/friend-group-links.tsx'
import { toMonth } from '#web/time/time-text.ts'
import styles from './tournament-links.module.css'

type Props = {
  tournaments: readonly TournamentSummary[]
  selectedId: number
  currentId: number | undefined
  board: 'pool' | 'golfers'
  hasGroups: boolean
  onFollow: () => void
}

/** Links to the same board of all tournaments, and for everybody or one of the viewer’s groups. */
export function TournamentLinks({ tournaments, selectedId, currentId, board, hasGroups, onFollow }: Props) {
  return (
    <>
      <ul className={`lines ${styles.list}`}>
        {tournaments.map((tournament) => (
          <li key={tournament.id}>
            <Link
              className="target strong"
              to={tournament.id === currentId ? `/${board}` : `/${board}/${tournament.id}`}
              aria-current={tournament.id === selectedId ? 'page' : undefined}
              onClick={onFollow}
            >
              {tournament.name}
            </Link>
            <span className={`small-print ${styles.date}`}>{toDateText(tournament)}</span>
          </li>
        ))}
      </ul>
      {hasGroups && (
        <section className="stack-tight" aria-labelledby="shown-group">
          <h3 id="shown-group">Show</h3>
          <div className="cluster">
            <GroupLinks className="target" onFollow={onFollow} />
          </div>
        </section>
      )}
    </>
  )
}

function toDateText({ active, start, cancelledReason }: TournamentSummary): string {
  if (cancelledReason !== undefined) return `${toMonth(start)}, cancelled`
  if (!active) return toMonth(start)
  return hasStarted({ start }, new Date()) ? 'Under way' : 'Upcoming'
}
