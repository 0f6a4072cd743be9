import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import { canDo, type TournamentAction } from '#contract/tournament-actions.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchFile, saveFile } from '#web/api/file-download.ts'
import { ActionButton, ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toStartText } from '#web/time/time-text.ts'
import { useTimeAround } from '#web/tournament/use-has-started.ts'
import { Question } from '#web/ui/confirmation.tsx'

type Handle = (tournament: TournamentSummary) => unknown

/** The actions of a row that open a dialog of the section. */
export type TournamentActions = Readonly<Record<'entrants' | 'emails' | 'write' | 'end' | 'sendResults', Handle>> & {
  /** Null if the viewer cannot put results right. */
  readonly reopen: Handle | null
  /** The tournament that is being ended or reopened. */
  readonly runningId: number | undefined
}

type Props = {
  tournament: TournamentSummary
  actions: TournamentActions
  /** Another one is active: this one cannot be reopened. */
  isOtherActive: boolean
}

export function TournamentRow({ tournament, actions, isOtherActive }: Props) {
  const { id, name, start, active, cancelledReason, endedBeforeStart, fee, tiebreakers } = tournament
  const now = useTimeAround(start)
  const can = (action: TournamentAction) => canDo(action, tournament, { now, isOtherActive })
  const isRunning = actions.runningId === id
  const download = useStandingsDownload(tournament)
  const button = (press: Handle, text: string, about: string) => (
    <ActionButton className="button-text" onPress={() => press(tournament)}>
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
        {can('enterScores') && (
          <Link className="target small" to={`/admin/tournaments/${id}/scores`}>
            Enter scores<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {can('correctResult') && actions.reopen !== null && (
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
        {statusOf(tournament)}
      </td>
      <td role="cell">
        <div className="cluster">
          {button(actions.emails, 'Email List', 'for')}
          {can(fee === undefined ? 'changeEntrants' : 'markPaid') && button(actions.entrants, 'Entrants', 'of')}
          {can('message') && button(actions.write, 'Message', 'to players of')}
        </div>
      </td>
      <td role="cell">
        <div className="cluster">
          {can('downloadStandings')
            ? button(download, 'Standings as CSV', 'for')
            : !endedBeforeStart && <span className="small-print target">Standings after the start</span>}
          {can('sendResults') && button(actions.sendResults, 'Send results', 'of')}
          {!active && can('decideTies') && tiebreakers[0] !== '' && button(actions.end, 'Decide ties', 'of')}
        </div>
      </td>
      <td role="cell" className={styles.actions}>
        {can('edit') && (
          <>
            <Link className="button-secondary" to={`/tournament/edit/${id}`}>
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <ActionButton isRunning={isRunning} busyText="Ending…" onPress={() => actions.end(tournament)}>
              End<span className="visually-hidden"> {name}</span>
            </ActionButton>
          </>
        )}
        {can('reopen') && actions.reopen !== null && (
          <ActionButton isRunning={isRunning} busyText="Reopening…" onPress={() => actions.reopen?.(tournament)}>
            Reopen<span className="visually-hidden"> {name}</span>
          </ActionButton>
        )}
        {can('delete') && <DeleteButton tournament={tournament} />}
      </td>
    </tr>
  )
}

function statusOf({ active, cancelledReason }: TournamentSummary): string {
  if (active) return 'Active'
  return cancelledReason === undefined ? 'Inactive' : 'Cancelled'
}

/** Deletes a tournament that was cancelled. */
function DeleteButton({ tournament: { id, name } }: Pick<Props, 'tournament'>) {
  const deletion = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminDelete(id), { name }),
    texts: {
      busy: `Deleting ${name}…`,
      failed: `There was an error deleting ${name}.`,
      done: `${name} was deleted.`,
    },
  })
  const label = (
    <>
      Delete<span className="visually-hidden"> {name}</span>
    </>
  )
  return (
    <ConfirmedAction action={deletion} busyText="Deleting…" label={label} title={`Delete ${name}`}>
      <p>It is removed with its golfers, entries and invitations. This can’t be undone.</p>
      <Question>Are you sure you want to delete it?</Question>
    </ConfirmedAction>
  )
}

/** Downloads a tournament’s standings. */
function useStandingsDownload({ id, name }: TournamentSummary): () => void {
  return useAdminMutation({
    mutationFn: (client) => fetchFile(client, api.tournamentStandings(id)),
    texts: {
      busy: `Downloading the standings of ${name}…`,
      failed: `The standings of ${name} could not be downloaded.`,
    },
    onSuccess: (file) => saveFile(file, `${name} standings.csv`),
  }).mutate
}
