import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { RemindersSection } from './reminders-section.tsx'
import { WithdrawalsSection } from './withdrawals-section.tsx'

type Props = { tournament: TournamentSummary; actions: AdminActions }

/** Reminders and withdrawals; both end at the start (docs/rules.md, 9). */
export function NotificationSections({ tournament, actions }: Props) {
  if (useHasStarted(tournament)) return null
  return (
    <>
      <RemindersSection tournament={tournament} actions={actions} />
      <WithdrawalsSection tournament={tournament} actions={actions} />
    </>
  )
}
