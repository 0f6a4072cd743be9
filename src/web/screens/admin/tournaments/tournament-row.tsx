import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { cellRole, rowHeaderRole, rowRole } from '#web/ui/table-roles.ts'
import { ActionButton } from '../shared/action-button.tsx'
import adminTable from '../shared/admin-table.module.css'
import { toStartText } from '../shared/admin-time.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import styles from './tournaments-table.module.css'
import { useStandingsDownload } from './use-standings-download.ts'

export type TournamentRowProps = {
  tournament: TournamentSummary
  actions: AdminActions
  onEmails: (tournament: TournamentSummary) => void
  onEnd: (tournament: TournamentSummary) => void
}

export function TournamentRow({ tournament, actions, onEmails, onEnd }: TournamentRowProps) {
  const { id, name, start, active } = tournament
  const hasStarted = useHasStarted(tournament)
  const download = useStandingsDownload(actions)
  return (
    <tr {...rowRole} className={`${adminTable['row']} ${styles['row']}`}>
      <th {...rowHeaderRole} scope="row" className={styles['name']}>
        <Link to={`/pool/${id}`}>{name}</Link>
      </th>
      <td {...cellRole} className={styles['start']}>
        <time dateTime={start}>{toStartText(start)}</time>
      </td>
      <td {...cellRole} className={styles['status']} data-active={active ? '' : undefined}>
        {active ? 'Active' : 'Inactive'}
      </td>
      <td {...cellRole} className={styles['emails']}>
        <ActionButton
          actions={actions}
          action={`emails-${id}`}
          className={styles['action'] ?? ''}
          onPress={() => onEmails(tournament)}
        >
          Email List<span className="visually-hidden"> for {name}</span>
        </ActionButton>
      </td>
      <td {...cellRole} className={styles['standings']}>
        {hasStarted ? (
          <ActionButton
            actions={actions}
            action={`standings-${id}`}
            className={styles['action'] ?? ''}
            onPress={() => download(tournament)}
          >
            Standings as CSV<span className="visually-hidden"> for {name}</span>
          </ActionButton>
        ) : (
          <span className={styles['not-started']}>Standings after the start</span>
        )}
      </td>
      <td {...cellRole} className={styles['actions']}>
        {active && (
          <>
            <Link className="button-secondary" to={`/tournament/edit/${id}`}>
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <ActionButton
              actions={actions}
              action={`end-${id}`}
              busyText="Ending…"
              onPress={() => onEnd(tournament)}
            >
              End<span className="visually-hidden"> {name}</span>
            </ActionButton>
          </>
        )}
      </td>
    </tr>
  )
}
