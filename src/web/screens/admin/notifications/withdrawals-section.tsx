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

/** Golfers who have left the event before its start. Who picked them stays secret, also from the organiser. */
export function WithdrawalsSection({ tournament, actions }: Props) {
  const client = useApi()
  const query = useQuery(withdrawalsQuery(client, tournament.id))
  const { modal, openModal, close } = useModalState<null>()
  const golfers = query.data?.golfers ?? []
  const hasUnnotifiedOwners = golfers.some(({ unnotified }) => unnotified > 0)

  const notifyOwners = () =>
    actions.run({
      key: 'tell-withdrawals',
      busyText: 'Telling the owners …',
      work: () => sendWithdrawalNotices(client, tournament.id),
      failedText: 'There was an error telling the owners.',
      succeeded: ({ told }) =>
        told === 0
          ? { text: 'Nobody was told.', detail: 'All owners had been told before.' }
          : {
              text: `${formatCount(told, 'message')} ${told === 1 ? 'is' : 'are'} on ${told === 1 ? 'its' : 'their'} way.`,
            },
    })

  return (
    <AdminSection
      title="Withdrawn golfers"
      count={query.data?.reason === undefined ? query.data?.golfers.length : undefined}
      hint="Who has picked them stays secret until the start, from you too: a name would tell a pick. The server knows the owners and writes to them."
      tools={
        golfers.length > 0 && (
          <ActionButton
            actions={actions}
            action="tell-withdrawals"
            busyText="Telling …"
            isBlocked={!hasUnnotifiedOwners}
            onPress={() => openModal(null)}
          >
            {hasUnnotifiedOwners ? 'Tell their owners' : toAllNotifiedText(golfers)}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="Withdrawn golfers">
        {(withdrawals) => <WithdrawalList withdrawals={withdrawals} onRetry={query.refetch} />}
      </SectionState>
      {modal !== null && (
        <ConfirmModal
          open={modal.isOpen}
          title="Tell the owners"
          onNo={close}
          onYes={() => {
            close()
            void notifyOwners()
          }}
        >
          <p>
            Every owner of one of these golfers who has not been told gets the message. You are told how many
            they are, and never who.
          </p>
          <Question>Are you sure you want to send it?</Question>
        </ConfirmModal>
      )}
    </AdminSection>
  )
}

function toAllNotifiedText(golfers: Withdrawals['golfers']): string {
  return golfers.some(({ entries }) => entries > 0) ? 'All owners were told' : 'Nobody has picked them'
}

function WithdrawalList({ withdrawals, onRetry }: { withdrawals: Withdrawals; onRetry: () => void }) {
  const { golfers, message, reason } = withdrawals
  if (reason !== undefined) {
    return (
      <div className={styles['unavailable']}>
        <p>Nobody knows at the moment: {reason}</p>
        <button type="button" className="button-secondary" onClick={() => onRetry()}>
          Ask again
        </button>
      </div>
    )
  }
  if (golfers.length === 0) return <p>Every golfer of the lists is in the field.</p>
  return (
    <>
      <GolfersTable golfers={golfers} />
      {message !== null && (
        <div className={styles['message']}>
          <h3>What each owner gets, about his own golfers</h3>
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
            Untold
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
