import { useQuery } from '@tanstack/react-query'
import type { Withdrawals } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { tierNames } from '#domain/tournament.ts'
import { tellWithdrawals, withdrawalsQuery } from '#web/api/notifications-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { counted } from '../shared/counted.ts'
import { Question } from '../shared/question.tsx'
import { SectionState } from '../shared/section-state.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useAsking } from '../shared/use-asking.ts'
import styles from './withdrawals-section.module.css'

type Props = { tournament: TournamentSummary; actions: AdminActions }

/** Golfers who have left the event before its start. Who picked them stays secret, also from the organiser. */
export function WithdrawalsSection({ tournament, actions }: Props) {
  const client = useApi()
  const query = useQuery(withdrawalsQuery(client, tournament.id))
  const { asking, ask, close } = useAsking<null>()
  const golfers = query.data?.golfers ?? []
  const isSomebodyUntold = golfers.some(({ untold }) => untold > 0)

  const tell = () =>
    actions.run({
      key: 'tell-withdrawals',
      busyText: 'Telling the owners …',
      work: () => tellWithdrawals(client, tournament.id),
      failedText: 'There was an error telling the owners.',
      succeeded: ({ told }) =>
        told === 0
          ? { text: 'Nobody was told.', detail: 'All owners had been told before.' }
          : {
              text: `${counted(told, 'message')} ${told === 1 ? 'is' : 'are'} on ${told === 1 ? 'its' : 'their'} way.`,
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
            isImpossible={!isSomebodyUntold}
            onPress={() => ask(null)}
          >
            {isSomebodyUntold ? 'Tell their owners' : toNobodyUntold(golfers)}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="Withdrawn golfers">
        {(found) => <Found found={found} onRetry={query.refetch} />}
      </SectionState>
      {asking !== null && (
        <ConfirmModal
          open={asking.isOpen}
          title="Tell the owners"
          onNo={close}
          onYes={() => {
            close()
            void tell()
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

function toNobodyUntold(golfers: Withdrawals['golfers']): string {
  return golfers.some(({ entries }) => entries > 0) ? 'All owners were told' : 'Nobody has picked them'
}

function Found({ found, onRetry }: { found: Withdrawals; onRetry: () => unknown }) {
  const { golfers, message, reason } = found
  if (reason !== undefined) {
    return (
      <div className={styles['unknown']}>
        <p>Nobody knows at the moment: {reason}</p>
        <button type="button" className="button-quiet" onClick={() => onRetry()}>
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
        {golfers.map(({ espnId, name, tier, status, entries, untold }) => (
          <tr key={espnId}>
            <th scope="row">{name}</th>
            <td>{tierNames[tier]}</td>
            <td>{status ?? 'Not listed'}</td>
            <td className="number">{entries.toLocaleString()}</td>
            <td className="number">{untold.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
