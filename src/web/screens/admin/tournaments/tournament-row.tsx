import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import { canDo, type TournamentAction } from '#contract/tournament-actions.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchFile, saveFile } from '#web/api/file-download.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toDayText, toStartText } from '#web/time/time-text.ts'
import { useTimeAround } from '#web/tournament/use-has-started.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'

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
  const { id, name, start, active, cancelledReason, isImported } = tournament
  return (
    <tr role="row">
      <th role="rowheader" scope="row" aria-label={name}>
        <Link className="target strong" to={`/pool/${id}`}>
          {name}
        </Link>
      </th>
      <td role="cell" className="small-print">
        <time dateTime={start}>{isImported ? toDayText(start) : toStartText(start)}</time>
      </td>
      <td role="cell" className={`small ${styles.status}`} data-active={active || undefined}>
        {statusOf(tournament)}
        {cancelledReason !== undefined && <span className="small-print">{` ${cancelledReason}`}</span>}
      </td>
      <td role="cell">
        <ActionButton className="button-text" onPress={() => actions.emails(tournament)}>
          Email List<span className="visually-hidden"> for {name}</span>
        </ActionButton>
      </td>
      <td role="cell" className={styles.actions}>
        {active && (
          <>
            <Link className="button-secondary" to={`/tournament/edit/${id}`}>
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
            <ActionButton
              isRunning={actions.runningId === id}
              busyText="Ending…"
              onPress={() => actions.end(tournament)}
            >
              End<span className="visually-hidden"> {name}</span>
            </ActionButton>
          </>
        )}
        <MoreActions tournament={tournament} actions={actions} isOtherActive={isOtherActive} />
      </td>
    </tr>
  )
}

/** Whatever is needed less often than the columns of the table. */
function MoreActions({ tournament, actions, isOtherActive }: Props) {
  const { id, name, start, active, fee, tiebreakers, hidesHat } = tournament
  const now = useTimeAround(start)
  const can = (action: TournamentAction) => canDo(action, tournament, { now, isOtherActive })
  const deletion = useDeletion(tournament)
  const download = useStandingsDownload(tournament)
  const toggleHat = useHatToggle(tournament)
  const button = (press: Handle, text: string, about: string) => (
    <ActionButton
      className="button-text"
      onPress={() => {
        closeMenu()
        press(tournament)
      }}
    >
      {text}
      <span className="visually-hidden">{`${about} ${name}`}</span>
    </ActionButton>
  )
  const link = (to: string, text: string) => (
    <Link to={to}>
      {text}
      <span className="visually-hidden">{` of ${name}`}</span>
    </Link>
  )
  return (
    <>
      <MoreMenu about={`about ${name}`}>
        {can(fee === undefined ? 'changeEntrants' : 'markPaid') && button(actions.entrants, 'Entrants', ' of')}
        {can('message') && button(actions.write, 'Message', ' to players of')}
        {can('enterScores') && link(`/admin/tournaments/${id}/scores`, 'Enter scores')}
        {can('downloadStandings') && button(download, 'Standings as CSV', ' for')}
        {can('sendResults') && button(actions.sendResults, 'Send results', ' of')}
        {!active && can('decideTies') && tiebreakers[0] !== '' && button(actions.end, 'Decide ties', ' of')}
        {can('correctResult') && actions.reopen !== null && link(`/golfers/${id}`, 'Correct scores')}
        {can('hideHat') && button(toggleHat, hidesHat ? 'Show the Hat' : 'Hide the Hat', ' of')}
        {can('reopen') && actions.reopen !== null && button(actions.reopen, 'Reopen', '')}
        {can('delete') && button(deletion.ask, 'Delete', '')}
      </MoreMenu>
      {deletion.question}
    </>
  )
}

/** Gives the focus back to its button, where a dialog finds it. */
function closeMenu(): void {
  document.querySelector<HTMLElement>('.menu:popover-open')?.hidePopover()
}

function statusOf({ active, cancelledReason }: TournamentSummary): string {
  if (active) return 'Active'
  return cancelledReason === undefined ? 'Inactive' : 'Cancelled'
}

/** Deletes a tournament that was cancelled, after a question. */
function useDeletion({ id, name }: TournamentSummary) {
  const { openModal, ...confirmation } = useModalState<null>()
  const { mutate } = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminDelete(id), { name }),
    texts: {
      busy: `Deleting ${name}…`,
      failed: `There was an error deleting ${name}.`,
      done: `${name} was deleted.`,
    },
  })
  const question = (
    <Confirmation {...confirmation} title={`Delete ${name}`} onYes={() => mutate()}>
      <p>It is removed with its golfers, entries and invitations. This can’t be undone.</p>
      <Question>Are you sure you want to delete it?</Question>
    </Confirmation>
  )
  return { ask: () => openModal(null), question }
}

/** Hides the Hat from everybody, or shows it again (docs/rules.md, 4.12). */
function useHatToggle({ id, name, hidesHat }: TournamentSummary): () => void {
  const { mutate } = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminHat(id), { isHidden: !hidesHat }),
    texts: {
      busy: `Saving ${name}…`,
      failed: `The Hat of ${name} could not be ${hidesHat ? 'shown' : 'hidden'}.`,
      done: `The Hat of ${name} is ${hidesHat ? 'shown again' : 'hidden'}.`,
    },
  })
  return () => mutate()
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
