import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchStandingsCsv } from '#web/api/file-downloads.ts'
import { toStartText } from '#web/time/time-text.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { ActionButton } from '../common/action-button.tsx'
import styles from '../common/admin-table.module.css'
import { useAdminActions } from '../common/use-admin-actions.ts'

type Props = {
  tournament: TournamentSummary
  onEntrants: (tournament: TournamentSummary) => void
  onEmails: (tournament: TournamentSummary) => void
  onWrite: (tournament: TournamentSummary) => void
  onEnd: (tournament: TournamentSummary) => void
  onDelete: (tournament: TournamentSummary) => void
  onSendResults: (tournament: TournamentSummary) => void
  /** Null if the viewer cannot put results right. */
  onReopen: ((tournament: TournamentSummary) => void) | null
  /** Another one is active: this one cannot be reopened. */
  isOtherActive: boolean
}

export function TournamentRow({
  tournament,
  onEntrants,
  onEmails,
  onWrite,
  onEnd,
  onDelete,
  onSendResults,
  onReopen,
  isOtherActive,
}: Props) {
  const { id, name, start, active, cancelledReason, fee, decision } = tournament
  const hasStarted = useHasStarted(tournament)
  const download = useStandingsDownload()
  return (
    <tr role="row">
      <th role="rowheader" scope="row" aria-label={name}>
        <Link className="target strong" to={`/pool/${id}`}>
          {name}
        </Link>
        {active && hasStarted && (
          <Link className="target small" to={`/admin/tournaments/${id}/scores`}>
            Enter scores<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {!active && hasStarted && onReopen !== null && cancelledReason === undefined && (
          <Link className="target small" to={`/golfers/${id}`}>
            Correct scores<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {cancelledReason !== undefined && <p className="small-print">{cancelledReason}</p>}
      </th>
      <td role="cell" className="small-print">
        <time dateTime={start}>{toStartText(start)}</time>
      </td>
      <td role="cell" className={`small ${styles.status}`} data-active={active || undefined}>
        {active ? 'Active' : cancelledReason === undefined ? 'Inactive' : 'Cancelled'}
      </td>
      <td role="cell">
        <div className="cluster">
          <ActionButton action={`emails-${id}`} className="button-text" onPress={() => onEmails(tournament)}>
            Email List<span className="visually-hidden"> for {name}</span>
          </ActionButton>
          {(active || fee !== undefined) && (
            <ActionButton action={`entrants-${id}`} className="button-text" onPress={() => onEntrants(tournament)}>
              Entrants<span className="visually-hidden"> of {name}</span>
            </ActionButton>
          )}
          <ActionButton action={`message-${id}`} className="button-text" onPress={() => onWrite(tournament)}>
            Message<span className="visually-hidden"> to players of {name}</span>
          </ActionButton>
        </div>
      </td>
      <td role="cell">
        <div className="cluster">
          {hasStarted ? (
            <ActionButton action={`standings-${id}`} className="button-text" onPress={() => download(tournament)}>
              Standings as CSV<span className="visually-hidden"> for {name}</span>
            </ActionButton>
          ) : (
            <span className="small-print target">Standings after the start</span>
          )}
          {!active && hasStarted && cancelledReason === undefined && (
            <ActionButton action={`results-${id}`} className="button-text" onPress={() => onSendResults(tournament)}>
              Send results<span className="visually-hidden"> of {name}</span>
            </ActionButton>
          )}
          {!active && decision !== undefined && (
            <ActionButton action={`end-${id}`} className="button-text" onPress={() => onEnd(tournament)}>
              Decide the tie<span className="visually-hidden"> for first place of {name}</span>
            </ActionButton>
          )}
        </div>
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
        {cancelledReason !== undefined && (
          <ActionButton action={`delete-${id}`} busyText="Deleting…" onPress={() => onDelete(tournament)}>
            Delete<span className="visually-hidden"> {name}</span>
          </ActionButton>
        )}
      </td>
    </tr>
  )
}

/** Downloads a tournament’s standings. A plain link would lack the access token. */
function useStandingsDownload() {
  const actions = useAdminActions()
  return async ({ id, name }: Pick<TournamentSummary, 'id' | 'name'>): Promise<void> => {
    const file = await actions.run({
      key: `standings-${id}`,
      busyText: `Downloading the standings of ${name}…`,
      work: (client) => fetchStandingsCsv(client, id),
      failedText: `The standings of ${name} could not be downloaded.`,
    })
    if (file !== undefined) saveFile(file, `${name} standings.csv`)
  }
}
