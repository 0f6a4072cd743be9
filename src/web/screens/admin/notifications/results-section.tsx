import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ResultMessages } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { resultsQuery, sendNow } from '#web/api/organiser-message-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { Modal } from '#web/ui/modal.tsx'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import { formatCount } from '../common/format-count.ts'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { useModalState } from '../common/use-modal-state.ts'
import { MessagePreview } from './message-preview.tsx'
import { toSkippedText, toStateText } from './results-text.ts'
import { toSendingText } from './sending-text.ts'

/** Sends every entrant their places and the top ten, with a preview (docs/rules.md, 9.4). */
export function ResultsSection({ tournament }: { tournament: TournamentSummary }) {
  return useHasStarted(tournament) ? <StartedSection tournament={tournament} /> : null
}

function StartedSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(resultsQuery(useApi(), tournament.id))
  const modal = useModalState<null>()
  const { data } = query
  return (
    <AdminSection
      title="Send results"
      hint="Every entrant gets their places and the top ten once, by email or on their devices, as they have chosen. Those who have chosen automatic results have them already."
      tools={
        data?.message && (
          <ActionButton action={`results-${tournament.id}`} busyText="Sending…" onPress={() => modal.openModal(null)}>
            {data.state === 'ready' ? 'Preview and send' : 'Preview'}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="the results">
        {(results) => (
          <>
            <p role="status">{toStateText(results, tournament.name)}</p>
            {results.message !== null && <p className="small-print">{toSkippedText(results)}</p>}
            {results.state === 'ready' && !results.isMailSetUp && <NoMail />}
          </>
        )}
      </SectionState>
      {modal.modal !== null && data !== undefined && (
        <PreviewModal tournament={tournament} results={data} isOpen={modal.modal.isOpen} onClose={modal.close} />
      )}
    </AdminSection>
  )
}

function NoMail() {
  return (
    <p>No mail server is configured, so nobody would receive them. Ask the operator to set SMTP_URL and MAIL_FROM.</p>
  )
}

type ModalProps = { tournament: TournamentSummary; results: ResultMessages; isOpen: boolean; onClose: () => void }

function PreviewModal({ tournament, results, isOpen, onClose }: ModalProps) {
  const client = useApi()
  const actions = useAdminActions()
  const [userId, setUserId] = useState(results.message?.userId)
  const query = useQuery({
    ...resultsQuery(client, tournament.id, userId),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })

  function send(): void {
    onClose()
    void actions.run({
      key: `results-${tournament.id}`,
      busyText: 'Sending the results…',
      work: () => sendNow(client, api.adminResultMessages(tournament.id)),
      failedText: 'There was an error sending the results.',
      succeeded: ({ people }) => ({
        text: people === 0 ? 'The results had already been sent.' : toSendingText(people ?? 0),
      }),
    })
  }

  const footer = (
    <>
      <button type="button" className="button-secondary" onClick={onClose}>
        Close
      </button>
      {results.state === 'ready' && (
        <button type="button" className="button" disabled={!results.isMailSetUp} onClick={send}>
          Send to {formatCount(results.missing, 'person', 'people')}
        </button>
      )}
    </>
  )
  return (
    <Modal open={isOpen} onClose={onClose} title={`Results of ${tournament.name}`} actions={footer}>
      <RecipientField recipients={results.recipients} value={userId} onChange={setUserId} />
      <SectionState query={query} what="the preview">
        {({ message }) => message && <MessagePreview title="The email" message={message} />}
      </SectionState>
      <p className="small-print">{toSkippedText(results)}</p>
      {results.state === 'ready' &&
        (results.isMailSetUp ? <p>Nobody gets the results twice. This can’t be undone.</p> : <NoMail />)}
    </Modal>
  )
}

type FieldProps = {
  recipients: ResultMessages['recipients']
  value: number | undefined
  onChange: (userId: number) => void
}

function RecipientField({ recipients, value, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Recipient</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {recipients.map((recipient) => (
          <option key={recipient.id} value={recipient.id}>
            {recipient.name}
          </option>
        ))}
      </select>
    </div>
  )
}
