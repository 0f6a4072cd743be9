import { useQuery } from '@tanstack/react-query'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { User } from '#domain/permissions.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { scoreSheetQuery } from '#web/api/admin-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { WithUser } from '#web/states/with-user.tsx'
import { toMoment } from '#web/time/time-text.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeading, PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { ScoreForm } from './score-form.tsx'
import styles from './scores.module.css'
import { useSaveScores } from './use-save-scores.ts'

/** Organisers enter the scores of a tournament under way, instead of the feed (docs/rules.md, 7.7). */
export function ScoresScreen() {
  useDocumentTitle(`Enter scores - ${pageSettings.name}`)
  return (
    <SelectedTournamentGate skeleton={<PageHeadingSkeleton />}>
      {(selected) => <PlayedTournament key={selected.tournament.id} {...selected} />}
    </SelectedTournamentGate>
  )
}

type Props = { tournament: TournamentWithEntries; user: User }

function PlayedTournament({ tournament, user }: Props) {
  const { name, active } = tournament
  const hasStarted = useHasStarted(tournament) && !arePicksHidden(tournament)
  if (active && hasStarted) return <Scores tournament={tournament} user={user} />
  return (
    <MessagePanel
      title={active ? `${name} hasn’t started` : `${name} has ended`}
      links={[['Go to the admin page', '/admin']]}
    >
      <p>Scores can be entered from the start of a tournament until it is ended.</p>
    </MessagePanel>
  )
}

function Scores({ tournament, user }: Props) {
  const { id, name } = tournament
  const { pool, live } = useStandings(tournament)
  const query = useQuery(scoreSheetQuery(id))
  const saving = useSaveScores(id)
  const { openModal, ...switching } = useModalState<{ version: number; inUse: boolean }>()
  return (
    <WithUser query={query} skeleton={<PageHeadingSkeleton />}>
      {(sheet) => (
        <>
          <PageHeading
            status={name}
            title="Enter scores"
            tools={
              <button
                type="button"
                className={sheet.inUse ? 'button-secondary' : 'button'}
                aria-disabled={saving.isSaving || undefined}
                onClick={() => openModal({ version: sheet.version, inUse: !sheet.inUse })}
              >
                {sheet.inUse ? 'Back to automatic scores' : 'Enter scores by hand'}
              </button>
            }
          />
          <p className={styles.source}>
            {sheet.at !== null && sheet.inUse
              ? `The organisers enter the scores. ${sheet.by} published them at ${toMoment(sheet.at, new Date())}.`
              : toSourceText(live.leaderboard)}
          </p>
          <Confirmation
            {...switching}
            title={sheet.inUse ? 'Back to automatic scores?' : 'Enter scores by hand?'}
            onYes={(subject) => saving.save({ ...subject, document: null })}
          >
            <div className="stack-close">
              <p>{sheet.inUse ? consequences.automatic : consequences.byHand}</p>
              <Question>Do you want to switch?</Question>
            </div>
          </Confirmation>
          <p role="alert" className="field-error">
            {saving.failure}
          </p>
          {sheet.inUse && sheet.document !== null && (
            <ScoreForm
              sheet={sheet}
              saving={saving}
              pool={pool}
              tournamentId={id}
              userId={user.id}
              document={sheet.document}
              board={live.leaderboard}
            />
          )}
        </>
      )}
    </WithUser>
  )
}

const consequences = {
  automatic:
    'The board shows what the source of scores says, which can be older than what you have entered. Without an answer from it, the board keeps the scores that it shows now.',
  byHand:
    'The board keeps the scores that it shows now, and says that the organisers enter them. From then on it changes only when you publish.',
}

function toSourceText(board: Leaderboard | null): string {
  if (board === null) return 'There are no scores yet.'
  const { stale, timeStamp, source } = board
  const origin = source.kind === 'document' ? 'a source of the pool’s own' : 'the feed'
  const changed = `Scores come from ${origin}. They last changed at ${toMoment(timeStamp, new Date())}.`
  return stale ? `${changed} It has failed since ${toMoment(stale.since, new Date())}: ${stale.reason}` : changed
}
