import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { fetchFile, saveFile } from '#web/api/file-download.ts'
import { useApi } from '#web/api/use-api.ts'
import { notificationsQuery, useNotificationsChange } from '#web/notifications/use-this-device.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
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
  return error === null ? null : <strong role="alert">{toProblemText(error)}</strong>
}

/** Shows the receipt of the saved entry, to download or share. */
export function ReceiptCard({ tournamentId, version }: { tournamentId: number; version: number }) {
  const client = useApi()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['receipt', tournamentId, version],
    queryFn: async () => (await fetchFile(client, api.entryReceipt(tournamentId))).text(),
    enabled: isOpen,
  })
  const file = new File([data ?? ''], 'receipt.txt', { type: 'text/plain' })
  return (
    <details className={`disclosure ${styles.receipt}`} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Your receipt</summary>
      <Failure error={error} />
      {data !== undefined && (
        <div className="stack-close">
          {/* The last line is for machines. */}
          <p>{data.slice(0, data.lastIndexOf('\n'))}</p>
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
