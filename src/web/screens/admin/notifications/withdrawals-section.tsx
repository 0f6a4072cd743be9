import { useQuery } from '@tanstack/react-query'
import type { Withdrawals } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { tierNames } from '#domain/tournament.ts'
import { sendWithdrawalNotices, withdrawalsQuery } from '#web/api/notification-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { formatCount } from '../shared/format-count.ts'
import { Question } from '../shared/question.tsx'
import { SectionState } from '../shared/section-state.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useModalState } from '../shared/use-modal-state.ts'
import styles from './withdrawals-section.module.css'

type Props = { tournament: TournamentSummary; actions: AdminActions }

/** Golfers who left the event before its start. Who picked them stays secret, even from organisers (docs/rules.md, 9.2). */
export function WithdrawalsSection({ tournament, actions }: Props) {
  const client = useApi()
  const query = useQuery(withdrawalsQuery(client, tournament.id))
  const { modal, openModal, close } = useModalState<null>()
  const golfers = query.data?.golfers ?? []
  const hasUnnotifiedOwners = golfers.some(({ unnotified }) => unnotified > 0)

  const notifyOwners = () =>
    actions.run({
      key: 'notify-owners',
      busyText: 'Notifying the players…',
      work: () => sendWithdrawalNotices(client, tournament.id),
      failedText: 'There was an error notifying the players.',
      succeeded: ({ told: notified }) =>
        notified === 0
          ? { text: 'No emails were sent.', detail: 'All players had already been notified.' }
          : { text: `${formatCount(notified, 'email')} ${notified === 1 ? 'is' : 'are'} being sent.` },
    })

  return (
    <AdminSection
      title="Withdrawn golfers"
      count={query.data?.reason === undefined ? query.data?.golfers.length : undefined}
      hint="Picks stay secret until the start, even from organisers, so you can’t see who picked these golfers. The server can notify the players for you."
      tools={
        golfers.length > 0 && (
          <ActionButton
            actions={actions}
            action="notify-owners"
            busyText="Notifying…"
            isBlocked={!hasUnnotifiedOwners}
            onPress={() => openModal(null)}
          >
            {hasUnnotifiedOwners ? 'Notify players' : toAllNotifiedText(golfers)}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="withdrawn golfers">
        {(withdrawals) => <WithdrawalList withdrawals={withdrawals} onRetry={query.refetch} />}
      </SectionState>
      {modal !== null && (
        <ConfirmModal
          open={modal.isOpen}
          title="Notify players"
          onNo={close}
          onYes={() => {
            close()
            void notifyOwners()
          }}
        >
          <p>
            Every player who picked one of these golfers and hasn’t been notified will get this email. You’ll
            see how many were sent, but not to whom.
          </p>
          <Question>Are you sure you want to notify the players?</Question>
        </ConfirmModal>
      )}
    </AdminSection>
  )
}

function toAllNotifiedText(golfers: Withdrawals['golfers']): string {
  return golfers.some(({ entries }) => entries > 0) ? 'All players notified' : 'Nobody picked them'
}

function WithdrawalList({ withdrawals, onRetry }: { withdrawals: Withdrawals; onRetry: () => void }) {
  const { golfers, message, reason } = withdrawals
  if (reason !== undefined) {
    return (
      <div className={styles['unavailable']}>
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
      <GolfersTable golfers={golfers} />
      {message !== null && (
        <div className={styles['message']}>
          <h3>The email that each player gets about their own golfers</h3>
          <p className={styles['subject']}>{message.subject}</p>
          <p className={styles['text']}>{message.text}</p>
        </div>
      )}
    </>
  )
}

function GolfersTable({ golfers }: Pick<Withdrawals, 'golfers'>) {
  return (
    <table className={styles['table']} aria-label="Withdrawn golfers">
      <thead>
        <tr>
          <th scope="col">Golfer</th>
          <th scope="col">Tier</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Entries
          </th>
          <th scope="col" className="number">
            Not notified
          </th>
        </tr>
      </thead>
      <tbody>
        {golfers.map(({ espnId, name, tier, status, entries, unnotified }) => (
          <tr key={espnId}>
            <th scope="row">{name}</th>
            <td>{tierNames[tier]}</td>
            <td>{status ?? 'Not listed'}</td>
            <td className="number">{entries.toLocaleString()}</td>
            <td className="number">{unnotified.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
