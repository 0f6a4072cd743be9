import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { RemindersSection } from './reminders-section.tsx'
import { WithdrawalsSection } from './withdrawals-section.tsx'

type Props = { tournament: TournamentSummary; actions: AdminActions }

/** What an organiser looks after until the start; from then on nobody can do anything about it. */
export function NotificationSections({ tournament, actions }: Props) {
  if (useHasStarted(tournament)) return null
  return (
    <>
      <RemindersSection tournament={tournament} actions={actions} />
      <WithdrawalsSection tournament={tournament} actions={actions} />
    </>
  )
}
