import type { CalendarEventResponse } from '#contract/tournament-setup-contract.ts'

/** What is over, or a tournament of this pool already, cannot be announced. */
export function listAnnounceable(events: readonly CalendarEventResponse[]): CalendarEventResponse[] {
  return events.filter(({ state, tournamentId }) => state !== 'over' && tournamentId === null)
}
