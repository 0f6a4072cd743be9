import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { columnHeaderRole, rowGroupRole, rowRole, tableRole } from '#web/ui/table-roles.ts'
import adminTable from '../shared/admin-table.module.css'
import { TournamentRow, type TournamentRowProps } from './tournament-row.tsx'
import styles from './tournaments-table.module.css'

type Props = Omit<TournamentRowProps, 'tournament'> & { tournaments: readonly TournamentSummary[] }

export function TournamentsTable({ tournaments, ...rest }: Props) {
  return (
    <table {...tableRole} className={adminTable['table']} aria-label="Tournaments">
      <thead {...rowGroupRole} className={`${adminTable['head']} ${styles['head']}`}>
        <tr {...rowRole} className={`${adminTable['row']} ${styles['row']}`}>
          {['Name', 'Start', 'Status', 'Email List', 'Standings', 'Actions'].map((column) => (
            <th {...columnHeaderRole} scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...rowGroupRole} className={`${adminTable['body']} ${styles['body']}`}>
        {tournaments.map((tournament) => (
          <TournamentRow key={tournament.id} tournament={tournament} {...rest} />
        ))}
      </tbody>
    </table>
  )
}
