import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ResultMails } from '#contract/organiser-mail-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { resultMailsQuery, sendResultMails } from '#web/api/organiser-mail-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { Modal } from '#web/ui/modal.tsx'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import { formatCount } from '../common/format-count.ts'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { useModalState } from '../common/use-modal-state.ts'
import styles from './result-mails-section.module.css'
import { toSkippedText, toStateText } from './result-mails-text.ts'

/** Emails every entrant their places and the top ten, once, with a preview (docs/rules.md, 9.4). */
export function ResultMailsSection({ tournament }: { tournament: TournamentSummary }) {
  return useHasStarted(tournament) ? <StartedSection tournament={tournament} /> : null
}

function StartedSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(resultMailsQuery(useApi(), tournament.id))
  const modal = useModalState<null>()
  const { data } = query
  return (
    <AdminSection
      title="Send results"
      hint="One email to every entrant with their places and the top ten. It is sent once, after the tournament has ended."
      tools={
        data?.preview && (
          <ActionButton action={`results-${tournament.id}`} busyText="Sending…" onPress={() => modal.openModal(null)}>
            {data.state === 'ready' ? 'Preview and send' : 'Preview'}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="the results">
        {(mails) => (
          <>
            <p role="status">{toStateText(mails, tournament.name)}</p>
            {mails.preview !== null && <p className="small-print">{toSkippedText(mails)}</p>}
            {mails.state === 'ready' && !mails.isMailSetUp && <NoMail />}
          </>
        )}
      </SectionState>
      {modal.modal !== null && data !== undefined && (
        <PreviewModal tournament={tournament} mails={data} isOpen={modal.modal.isOpen} onClose={modal.close} />
      )}
    </AdminSection>
  )
}

function NoMail() {
  return (
    <p>No mail server is configured, so nobody would receive them. Ask the operator to set SMTP_URL and MAIL_FROM.</p>
  )
}

type ModalProps = { tournament: TournamentSummary; mails: ResultMails; isOpen: boolean; onClose: () => void }

function PreviewModal({ tournament, mails, isOpen, onClose }: ModalProps) {
  const client = useApi()
  const actions = useAdminActions()
  const [userId, setUserId] = useState(mails.preview?.userId)
  const query = useQuery({
    ...resultMailsQuery(client, tournament.id, userId),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const count = mails.recipients.length

  function send(): void {
    onClose()
    void actions.run({
      key: `results-${tournament.id}`,
      busyText: 'Sending the results…',
      work: () => sendResultMails(client, tournament.id),
      failedText: 'There was an error sending the results.',
      succeeded: ({ added }) => ({
        text:
          added === 0
            ? 'The results had already been sent.'
            : `${formatCount(added, 'email')} ${added === 1 ? 'is' : 'are'} being sent.`,
      }),
    })
  }

  const footer = (
    <>
      <button type="button" className="button-secondary" onClick={onClose}>
        Close
      </button>
      {mails.state === 'ready' && (
        <button type="button" className="button" disabled={!mails.isMailSetUp} onClick={send}>
          Send to {formatCount(count, 'person', 'people')}
        </button>
      )}
    </>
  )
  return (
    <Modal open={isOpen} onClose={onClose} title={`Results of ${tournament.name}`} actions={footer}>
      <div className={styles.preview}>
        <RecipientField recipients={mails.recipients} value={userId} onChange={setUserId} />
        <SectionState query={query} what="the preview">
          {({ preview }) => preview && <Message {...preview} />}
        </SectionState>
        <p className="small-print">{toSkippedText(mails)}</p>
        {mails.state === 'ready' &&
          (mails.isMailSetUp ? <p>The results are sent once. This can’t be undone.</p> : <NoMail />)}
      </div>
    </Modal>
  )
}

type FieldProps = {
  recipients: ResultMails['recipients']
  value: number | undefined
  onChange: (userId: number) => void
}

function RecipientField({ recipients, value, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Recipient</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {recipients.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
    </div>
  )
}

type Preview = NonNullable<ResultMails['preview']>

/** The email as mail apps show it, built from its parts: the page may not insert markup (docs/security.md, 4.1). */
function Message({ subject, text, greeting, intro, own, best, more, url, closing }: Preview) {
  return (
    <>
      <p className={styles.subject}>{subject}</p>
      <article className={styles.message} aria-label="The email">
        <p>{greeting}</p>
        <p>{intro}</p>
        <Lines title="Your entries" lines={own} />
        <Lines title="The top ten" lines={best} />
        {more !== null && <p>{more}</p>}
        <p>
          <a href={url}>See all results</a>
        </p>
        <p>{closing}</p>
      </article>
      <details>
        <summary>As plain text</summary>
        <pre className={styles.text}>{text}</pre>
      </details>
    </>
  )
}

function Lines({ title, lines }: { title: string; lines: Preview['own'] }) {
  return (
    <>
      <h3>{title}</h3>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Pos</th>
            <th scope="col">Entry</th>
            <th scope="col">To par</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ position, name, toPar, golfers }) => (
            <tr key={name}>
              <td>{position}</td>
              <th scope="row">
                {name}
                <small>{golfers}</small>
              </th>
              <td>{toPar}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
