import { useQuery } from '@tanstack/react-query'
import type { GolferWithdrawals } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatNumber } from '#domain/text/format.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { serverSetupQuery, withdrawalsQuery } from '#web/api/admin-queries.ts'
import { mailNotice } from '#web/notifications/reach-text.ts'
import { FoldedSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { SendNow } from './send-now.tsx'

/** Golfers who left the event before its start. Who picked them stays secret, even from organisers (docs/rules.md, 9.2). */
export function WithdrawalsSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(withdrawalsQuery(tournament.id))
  const golfers = query.data?.golfers ?? []
  const hasMail = useQuery(serverSetupQuery).data?.isMailSetUp ?? true
  // Null: hidden, so there may be some.
  const hasUnnotifiedOwners = golfers.some(({ unnotified }) => unnotified !== 0)
  return (
    <FoldedSection
      title="Withdrawn golfers"
      count={query.data?.reason === undefined ? query.data?.golfers.length : undefined}
      hint="Picks stay secret until the start, even from organisers, so you can’t see who picked these golfers. The server can notify the players for you."
      tools={
        golfers.length > 0 && (
          <SendNow
            message="withdrawals"
            path={api.adminWithdrawals(tournament.id)}
            label={hasUnnotifiedOwners ? 'Notify players' : toAllNotifiedText(golfers)}
            isBlocked={!hasUnnotifiedOwners}
            preview={query.data?.message ?? null}
          >
            Everyone who picked one of these golfers and hasn’t been notified will get this message about their own
            golfers. You won’t see who they are.{' '}
            {hasMail ? 'They get it as they have chosen, by email or on their devices.' : mailNotice}
          </SendNow>
        )
      }
    >
      <SectionState
        query={query}
        loadError="Couldn’t load withdrawn golfers."
        refreshError="Couldn’t refresh withdrawn golfers. This list may be out of date."
      >
        {(withdrawals) => <WithdrawalList withdrawals={withdrawals} onRetry={query.refetch} />}
      </SectionState>
    </FoldedSection>
  )
}

function toAllNotifiedText(golfers: GolferWithdrawals['golfers']): string {
  return golfers.some(({ entries }) => entries !== 0) ? 'All players notified' : 'Nobody picked them'
}

function WithdrawalList({ withdrawals, onRetry }: { withdrawals: GolferWithdrawals; onRetry: () => void }) {
  const { golfers, reason } = withdrawals
  if (reason !== undefined) {
    return (
      <div className="stack-tight">
        <p>This can’t be checked right now: {reason}</p>
        <button type="button" className="button-secondary" onClick={() => onRetry()}>
          Try again
        </button>
      </div>
    )
  }
  if (golfers.length === 0) return <p>All listed golfers are in the field.</p>
  return (
    <>
      <SmallTable
        label="Withdrawn golfers"
        columns={['Golfer', 'Tier', 'Status', 'Entries', 'Not notified']}
        heading="Golfer"
        numbers={2}
        rows={golfers.map(({ espnId, name, tier, status, entries, unnotified }) => ({
          key: espnId,
          cells: [name, tierNames[tier], status ?? 'Not listed', toCountText(entries), toCountText(unnotified)],
        }))}
      />
      {golfers.some(({ entries }) => entries === null) && (
        <p>With fewer than five entrants, these numbers could reveal picks. They are hidden until the start.</p>
      )}
    </>
  )
}

function toCountText(count: number | null): string {
  return count === null ? 'Hidden' : formatNumber(count)
}
