import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchFile, saveFile } from '#web/api/file-download.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { toStartText } from '#web/time/time-text.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'

type Handle = (tournament: TournamentSummary) => unknown

/** What the buttons of a row start. */
export type TournamentActions = Readonly<
  Record<'entrants' | 'emails' | 'write' | 'end' | 'remove' | 'sendResults', Handle>
> & {
  /** Null if the viewer cannot put results right. */
  readonly reopen: Handle | null
}

type Props = {
  tournament: TournamentSummary
  actions: TournamentActions
  /** Another one is active: this one cannot be reopened. */
  isOtherActive: boolean
}

export function TournamentRow({ tournament, actions, isOtherActive }: Props) {
  const { id, name, start, active, cancelledReason, endedBeforeStart, fee, tiebreakers } = tournament
  const hasStarted = useHasStarted(tournament)
  const isOver = !active && hasStarted
  const isPlayed = isOver && cancelledReason === undefined
  const download = useStandingsDownload()
  const button = (key: string, press: Handle, text: string, about: string) => (
    <ActionButton action={`${key}-${id}`} className="button-text" onPress={() => press(tournament)}>
      {text}
      <span className="visually-hidden">{` ${about} ${name}`}</span>
    </ActionButton>
  )
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
        {isPlayed && actions.reopen !== null && (
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
          {button('emails', actions.emails, 'Email List', 'for')}
          {(active || fee !== undefined) && button('entrants', actions.entrants, 'Entrants', 'of')}
          {button('message', actions.write, 'Message', 'to players of')}
        </div>
      </td>
      <td role="cell">
        <div className="cluster">
          {hasStarted
            ? button('standings', download, 'Standings as CSV', 'for')
            : !endedBeforeStart && <span className="small-print target">Standings after the start</span>}
          {isPlayed && button('results', actions.sendResults, 'Send results', 'of')}
          {isPlayed && tiebreakers[0] !== '' && button('end', actions.end, 'Decide ties', 'of')}
        </div>
      </td>
      <td role="cell" className={styles.actions}>
        {active && (
          <>
            <Link className="button-secondary" to={`/tournament/edit/${id}`}>
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <ActionButton action={`end-${id}`} busyText="Ending…" onPress={() => actions.end(tournament)}>
              End<span className="visually-hidden"> {name}</span>
            </ActionButton>
          </>
        )}
        {isOver && actions.reopen !== null && !isOtherActive && (
          <ActionButton action={`reopen-${id}`} busyText="Reopening…" onPress={() => actions.reopen?.(tournament)}>
            Reopen<span className="visually-hidden"> {name}</span>
          </ActionButton>
        )}
        {cancelledReason !== undefined && (
          <ActionButton action={`delete-${id}`} busyText="Deleting…" onPress={() => actions.remove(tournament)}>
            Delete<span className="visually-hidden"> {name}</span>
          </ActionButton>
        )}
      </td>
    </tr>
  )
}

/** Downloads a tournament’s standings. */
function useStandingsDownload() {
  const actions = useAdminActions()
  return async ({ id, name }: Pick<TournamentSummary, 'id' | 'name'>): Promise<void> => {
    const file = await actions.run({
      key: `standings-${id}`,
      doing: `downloading the standings of ${name}`,
      work: (client) => fetchFile(client, api.tournamentStandings(id)),
      failedText: `The standings of ${name} could not be downloaded.`,
    })
    if (file !== undefined) saveFile(file, `${name} standings.csv`)
  }
}
