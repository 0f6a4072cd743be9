import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { DownloadButton } from '#web/states/download-button.tsx'

type Props = { tournament: Pick<TournamentSummary, 'id' | 'name'>; label?: string; className?: string }

/** Downloads the lock, the rounds and the tee times of the viewer’s golfers as an iCalendar file. */
export function CalendarButton({ tournament, label = 'Add to calendar', className = 'button-secondary' }: Props) {
  const { id, name } = tournament
  return (
    <DownloadButton
      className={className}
      label={label}
      fileName={`${name}.ics`}
      path={api.tournamentCalendarFile(id)}
    />
  )
}
