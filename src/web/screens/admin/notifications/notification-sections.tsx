import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { RemindersSection } from './reminders-section.tsx'
import { WithdrawalsSection } from './withdrawals-section.tsx'

/** Reminders and withdrawals; both end at the start (docs/rules.md, 9). */
export function NotificationSections({ tournament }: { tournament: TournamentSummary }) {
  if (useHasStarted(tournament)) return null
  return (
    <>
      <RemindersSection tournament={tournament} />
      <WithdrawalsSection tournament={tournament} />
    </>
  )
}
