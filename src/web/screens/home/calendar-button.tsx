import { useState } from 'react'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchCalendarFile } from '#web/api/calendar-file-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { saveFile } from '#web/ui/save-file.ts'

/** Saves the lock and the rounds for the person's own calendar. */
export function CalendarButton({ tournament: { id, name } }: { tournament: Pick<TournamentSummary, 'id' | 'name'> }) {
  const client = useApi()
  const [status, setStatus] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function download(): Promise<void> {
    setStatus('busy')
    try {
      saveFile(await fetchCalendarFile(client, id), `${name}.ics`)
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <>
      <button
        type="button"
        className="button-secondary"
        aria-disabled={status === 'busy' || undefined}
        onClick={() => status !== 'busy' && void download()}
      >
        Add to calendar
      </button>
      {status === 'failed' && <p role="status">The calendar file could not be loaded. Try again.</p>}
    </>
  )
}
