import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { columnHeaderRole, rowGroupRole, rowRole, tableRole } from '#web/ui/board-roles.ts'
import desk from '../shared/admin-table.module.css'
import { TournamentRow, type TournamentRowProps } from './tournament-row.tsx'
import styles from './tournaments-table.module.css'

type Props = Omit<TournamentRowProps, 'tournament'> & { tournaments: readonly TournamentSummary[] }

export function TournamentsTable({ tournaments, ...rest }: Props) {
  return (
    <table {...tableRole} className={desk['table']} aria-label="Tournaments">
      <thead {...rowGroupRole} className={`${desk['head']} ${styles['head']}`}>
        <tr {...rowRole} className={`${desk['row']} ${styles['row']}`}>
          {['Name', 'Start', 'Status', 'Email List', 'Standings', 'Change'].map((column) => (
            <th {...columnHeaderRole} scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...rowGroupRole} className={`${desk['body']} ${styles['body']}`}>
        {tournaments.map((tournament) => (
          <TournamentRow key={tournament.id} tournament={tournament} {...rest} />
        ))}
      </tbody>
    </table>
  )
}
