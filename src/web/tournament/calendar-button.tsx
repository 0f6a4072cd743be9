import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { DownloadButton } from '#web/states/download-button.tsx'

type Props = { tournament: Pick<TournamentSummary, 'id' | 'name'>; className?: string }

/** Downloads the lock and the rounds as an iCalendar file. */
export function CalendarButton({ tournament, className = 'button-secondary' }: Props) {
  const { id, name } = tournament
  return (
    <DownloadButton
      className={className}
      label="Add to calendar"
      fileName={`${name}.ics`}
      path={api.tournamentCalendarFile(id)}
    />
  )
}
