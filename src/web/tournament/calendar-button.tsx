import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchCalendarFile } from '#web/api/file-downloads.ts'
import { useApi } from '#web/api/use-api.ts'
import { DownloadButton } from '#web/ui/download-button.tsx'

type Props = { tournament: Pick<TournamentSummary, 'id' | 'name'>; className?: string }

/** Downloads the lock and the rounds as an iCalendar file. */
export function CalendarButton({ tournament, className = 'button-secondary' }: Props) {
  const { id, name } = tournament
  const client = useApi()
  return (
    <DownloadButton
      className={className}
      label="Add to calendar"
      fileName={`${name}.ics`}
      load={() => fetchCalendarFile(client, id)}
    />
  )
}
