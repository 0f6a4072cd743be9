import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { resultsQuery } from '#web/api/organiser-message-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import { toSkippedText, toStateText } from './results-text.ts'
import { SendNow } from './send-now.tsx'

/** Sends every entrant their places and the top ten, with a preview (docs/rules.md, 9.4). */
export function ResultsSection({ tournament }: { tournament: TournamentSummary }) {
  return useHasStarted(tournament) ? <StartedSection tournament={tournament} /> : null
}

function StartedSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(resultsQuery(useApi(), tournament.id))
  const { data } = query
  return (
    <AdminSection
      title="Send results"
      hint="Every entrant gets their places and the top ten, once. Those who have chosen automatic results have them already."
      tools={
        data?.message && (
          <SendNow
            action={`results-${tournament.id}`}
            path={api.adminResults(tournament.id)}
            what="the results"
            label="Preview and send"
            isBlocked={!data.isMailSetUp}
            message={data.message}
          >
            {formatCount(data.missing, 'person', 'people')} will get this message.
          </SendNow>
        )
      }
    >
      <SectionState query={query} what="the results">
        {(results) => (
          <>
            <p role="status">{toStateText(results, tournament.name)}</p>
            <p className="small-print">{toSkippedText(results)}</p>
            {results.message !== null && !results.isMailSetUp && (
              <p>
                No mail server is configured, so nobody would receive them. Ask the operator to set SMTP_URL and
                MAIL_FROM.
              </p>
            )}
          </>
        )}
      </SectionState>
    </AdminSection>
  )
}
