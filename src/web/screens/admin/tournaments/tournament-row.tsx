import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchStandingsCsv } from '#web/api/file-downloads.ts'
import { useApi } from '#web/api/use-api.ts'
import { toStartText } from '#web/time/start-text.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { ActionButton } from '../common/action-button.tsx'
import adminTable from '../common/admin-table.module.css'
import { useAdminActions } from '../common/use-admin-actions.ts'
import styles from './tournaments-table.module.css'

type Props = {
  tournament: TournamentSummary
  onEmails: (tournament: TournamentSummary) => void
  onEnd: (tournament: TournamentSummary) => void
  /** Null if the viewer cannot put results right. */
  onReopen: ((tournament: TournamentSummary) => void) | null
  /** Another one is active: this one cannot be reopened. */
  isOtherActive: boolean
}

export function TournamentRow({ tournament, onEmails, onEnd, onReopen, isOtherActive }: Props) {
  const { id, name, start, active, cancelledReason } = tournament
  const hasStarted = useHasStarted(tournament)
  const download = useStandingsDownload()
  return (
    <tr role="row" className={`${adminTable.row} ${styles.row}`}>
      <th role="rowheader" scope="row" className={styles.name}>
        <Link className="target strong" to={`/pool/${id}`}>
          {name}
        </Link>
        {active && hasStarted && (
          <Link className={`target small ${styles.scores}`} to={`/admin/tournaments/${id}/scores`}>
            Enter scores<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {!active && hasStarted && onReopen !== null && cancelledReason === undefined && (
          <Link className={`target small ${styles.scores}`} to={`/golfers/${id}`}>
            Correct scores<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {cancelledReason !== undefined && <p className={`small-print ${styles.reason}`}>{cancelledReason}</p>}
      </th>
      <td role="cell" className={`small-print ${styles.start}`}>
        <time dateTime={start}>{toStartText(start)}</time>
      </td>
      <td role="cell" className={styles.status} data-active={active || undefined}>
        {active ? 'Active' : cancelledReason === undefined ? 'Inactive' : 'Cancelled'}
      </td>
      <td role="cell" className={styles.emails}>
        <ActionButton
          action={`emails-${id}`}
          className={`button-text ${styles.action}`}
          onPress={() => onEmails(tournament)}
        >
          Email List<span className="visually-hidden"> for {name}</span>
        </ActionButton>
      </td>
      <td role="cell" className={styles.standings}>
        {hasStarted ? (
          <ActionButton
            action={`standings-${id}`}
            className={`button-text ${styles.action}`}
            onPress={() => download(tournament)}
          >
            Standings as CSV<span className="visually-hidden"> for {name}</span>
          </ActionButton>
        ) : (
          <span className={`small-print target ${styles['not-started']}`}>Standings after the start</span>
        )}
      </td>
      <td role="cell" className={styles.actions}>
        {active && (
          <>
            <Link className="button-secondary" to={`/tournament/edit/${id}`}>
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <ActionButton action={`end-${id}`} busyText="Ending…" onPress={() => onEnd(tournament)}>
              End<span className="visually-hidden"> {name}</span>
            </ActionButton>
          </>
        )}
        {!active && hasStarted && onReopen !== null && !isOtherActive && (
          <ActionButton action={`reopen-${id}`} busyText="Reopening…" onPress={() => onReopen(tournament)}>
            Reopen<span className="visually-hidden"> {name}</span>
          </ActionButton>
        )}
      </td>
    </tr>
  )
}

/** Downloads a tournament’s standings. A plain link would lack the access token. */
function useStandingsDownload() {
  const client = useApi()
  const actions = useAdminActions()
  return async ({ id, name }: Pick<TournamentSummary, 'id' | 'name'>): Promise<void> => {
    const file = await actions.run({
      key: `standings-${id}`,
      busyText: `Downloading the standings of ${name}…`,
      work: () => fetchStandingsCsv(client, id),
      failedText: `The standings of ${name} could not be downloaded.`,
    })
    if (file !== undefined) saveFile(file, `${name} standings.csv`)
  }
}
