import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { resultsQuery } from '#web/api/admin-queries.ts'
import { SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'
import { toSkippedText, toStateText, toUnsentText } from './results-text.ts'
import { MessagePreview, useSending } from './send-now.tsx'

type Props = { modal: NonNullable<OpenModal<TournamentSummary>['modal']>; close: () => void }

/** Sends every entrant of an ended tournament their places and the top ten, with a preview (docs/rules.md, 9.4). */
export function ResultsModal({ modal, close }: Props) {
  const { id, name } = modal.subject
  const query = useQuery(resultsQuery(id))
  const sending = useSending('results', api.adminResults(id))
  const canSend = query.data?.message != null
  return (
    <Confirmation
      modal={modal}
      close={close}
      title={`Send the results of ${name}`}
      onYes={() => sending.mutate({})}
      isBlocked={!canSend}
    >
      <SectionState
        query={query}
        loadError="Couldn’t load the results."
        refreshError="Couldn’t refresh the results. This list may be out of date."
      >
        {(results) => (
          <>
            <p role="status">{toStateText(results, name)}</p>
            <p className="small-print">{toSkippedText(results)}</p>
            <p>{toUnsentText(results)}</p>
            {canSend && (
              <>
                <MessagePreview
                  label={results.reach.emails > 0 ? 'The email' : 'The notification'}
                  preview={results.message}
                  reach={{ ...results.reach, files: 0 }}
                >
                  {formatCount(results.missing, 'person', 'people')} will get their places and the top ten, once.
                </MessagePreview>
                <Question>Are you sure you want to send the results?</Question>
              </>
            )}
          </>
        )}
      </SectionState>
    </Confirmation>
  )
}
