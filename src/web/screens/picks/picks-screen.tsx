import { api } from '#contract/paths.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { pageSettings } from '#web/page/page-settings.ts'
import { toLockText } from '#web/time/time-text.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** What was locked: the file of all picks, and the seal of the pool (docs/rules.md, 9.9). */
export function PicksScreen() {
  return (
    <SelectedTournamentGate skeleton={<LoadingPanel />}>
      {({ tournament }) => <LockedPicks key={tournament.id} tournament={tournament} />}
    </SelectedTournamentGate>
  )
}

function LockedPicks({ tournament }: { tournament: TournamentWithEntries }) {
  const { id, name, start, seal } = tournament
  useDocumentTitle(`All picks - ${name} - ${pageSettings.name}`)
  if (!useHasStarted(tournament))
    return <MessagePanel title="Come back after the start">Picks are locked on {toLockText(start)}.</MessagePanel>
  return (
    <div className="stack">
      <PageHeading status={`Locked ${toLockText(start)}`} title={`All picks: ${name}`} />
      <p>
        {seal ? 'The seal of the pool: ' : 'There is no seal: this tournament started before the pool had them.'}
        <strong>{seal?.words}</strong>
      </p>
      {seal && <p className="fine-print">{seal.root}</p>}
      <div className="buttons">
        <DownloadButton
          label="Download all picks"
          fileName={`${name} picks.csv`}
          path={`${api.tournamentStandings(id)}?atLock=true`}
        />
        <DownloadButton label="Download the bundle" fileName={`${name}.json`} path={api.tournamentBundle(id)} />
      </div>
      <p className="small-print">
        The bundle has all that the seal and the places follow from. The command “verify” of Player Pool checks it, on
        any computer.
      </p>
    </div>
  )
}
