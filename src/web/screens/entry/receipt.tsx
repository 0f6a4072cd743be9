import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import { readReceiptSummary } from '#domain/seal/receipt-words.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { fetchFile, saveFile } from '#web/api/file-download.ts'
import { useApi } from '#web/api/use-api.ts'
import { notificationsQuery, useNotificationsChange } from '#web/notifications/use-this-device.ts'
import { PickCard } from '#web/own-entries/pick-card.tsx'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { toMomentText } from '#web/time/time-text.ts'
import { Choice } from '#web/ui/field.tsx'
import styles from './entry-form.module.css'

/** Chooses whether each save sends a receipt by email. The Notifications page has the same choice. */
export function ReceiptChoice() {
  const { data } = useQuery(notificationsQuery)
  const save = useNotificationsChange((client, { choices, quietHours, timeZone }: UserNotifications) =>
    client.send<UserNotifications>('PUT', api.notifications(), {
      choices,
      quietHours,
      timeZone: timeZone ?? getViewerTimeZone(),
    }),
  )
  if (!data?.canEmail) return null
  const { choices } = save.isPending ? save.variables : data
  const setChoice = (receipt: 'email' | 'off') => save.mutate({ ...data, choices: { ...choices, receipt } })
  return (
    <>
      <Choice
        checked={choices.receipt === 'email'}
        disabled={save.isPending}
        onChange={(isWanted) => setChoice(isWanted ? 'email' : 'off')}
      >
        Email me my picks
      </Choice>
      <Failure error={save.error} />
    </>
  )
}

function Failure({ error }: { error: unknown }) {
  return <strong role="alert">{error !== null && toProblemText(error)}</strong>
}

type ReceiptCardProps = { tournament: TournamentWithEntries; version: number }

/** The receipt of the saved entry as a card; its text to download or share. */
export function ReceiptCard({ tournament, version }: ReceiptCardProps) {
  const client = useApi()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['receipt', tournament.id, version],
    queryFn: async () => (await fetchFile(client, api.entryReceipt(tournament.id))).text(),
    enabled: isOpen,
  })
  const file = new File([data ?? ''], 'receipt.txt', { type: 'text/plain' })
  return (
    <details className={`disclosure ${styles.receipt}`} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Your receipt</summary>
      <Failure error={error} />
      {data !== undefined && (
        <div className="stack">
          <ReceiptFacts tournament={tournament} receipt={data} />
          <div className="buttons">
            <button type="button" className="button-secondary" onClick={() => saveFile(file, file.name)}>
              Download
            </button>
            {navigator.canShare?.({ files: [file] }) && (
              <button
                type="button"
                className="button-secondary"
                // Closing the system's dialog is not a failure.
                onClick={() => navigator.share({ files: [file] }).catch(() => undefined)}
              >
                Share
              </button>
            )}
          </div>
        </div>
      )}
    </details>
  )
}

/** What was saved, when in the viewer's time, and the seal. */
function ReceiptFacts({ tournament, receipt }: { tournament: TournamentWithEntries; receipt: string }) {
  const { version, savedAt, picks, answers, sealWords } = readReceiptSummary(receipt)
  const names = new Map(tournament.players.map(({ espnId, name }) => [espnId, name]))
  return (
    <div className={`stack-close ${styles['receipt-card']}`}>
      <p>
        {savedAt !== null && (
          <>
            Saved on <time dateTime={savedAt}>{toMomentText(savedAt)}</time>,{' '}
          </>
        )}
        version {version}
      </p>
      <div className="small">
        <PickCard picks={picks.map((espnId) => ({ name: names.get(espnId) ?? espnId }))} />
      </div>
      <dl>
        {tournament.tiebreakers.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
          <div key={index}>
            <dt>{question}</dt>
            <dd>{answers[index]}</dd>
          </div>
        ))}
      </dl>
      {sealWords !== null && <p className="fine-print">Seal of this entry: {sealWords}</p>}
    </div>
  )
}
