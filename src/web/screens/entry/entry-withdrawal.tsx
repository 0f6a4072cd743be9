import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnEntryWithdrawal } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { fetchOwnEntry, ownWithdrawalQuery } from '#web/api/entry-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { DraftOwner } from '#web/forms/draft-store.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { toMomentText } from '#web/time/time-text.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { navigate } from '#web/url/navigate.ts'

/** Withdraws the saved entry, after a confirmation (docs/rules.md, 2.8). */
export function WithdrawEntry({ owner }: { owner: DraftOwner }) {
  const { openModal, ...confirmation } = useModalState<null>()
  const { mutate, isPending, error } = useWithdrawal(owner)
  return (
    <div className="stack-tight">
      <div className="buttons">
        <BusyButton className="button-danger" isBusy={isPending} onPress={() => openModal(null)}>
          Withdraw entry
        </BusyButton>
      </div>
      <Failure error={error} />
      <Confirmation {...confirmation} title="Withdraw entry?" onYes={() => mutate(true)}>
        <p>You will not play in this tournament. You can take it back, or enter again, until the start.</p>
      </Confirmation>
    </div>
  )
}

/** Says that the viewer's entry is withdrawn or removed. */
export function WithdrawnNotice({ owner }: { owner: DraftOwner }) {
  const { data } = useQuery(ownWithdrawalQuery(owner.tournamentId))
  const { mutate, isPending, error } = useWithdrawal(owner)
  if (!data || data.at === null || data.state === 'closed') return null
  if (data.state === 'removed') {
    return (
      <FormNotice isUrgent title={`${data.by} has removed your entry: ${data.reason}`}>
        You can’t enter until an organiser allows it. Ask them.
      </FormNotice>
    )
  }
  const back = (
    <BusyButton isBusy={isPending} onPress={() => mutate(false)}>
      Take it back
    </BusyButton>
  )
  return (
    <FormNotice title="Your entry is withdrawn" actions={back}>
      Since {toMomentText(data.at)}. You can take it back, or enter again with other golfers. <Failure error={error} />
    </FormNotice>
  )
}

function Failure({ error }: { error: unknown }) {
  return <strong role="alert">{error !== null && toProblemText(error)}</strong>
}

/** Withdraws the entry or takes it back, and then opens the form for a new or the existing entry. */
function useWithdrawal(owner: DraftOwner) {
  const client = useApi()
  const queries = useQueryClient()
  const path = api.entryWithdrawal(owner.tournamentId)
  return useMutation({
    mutationFn: (isWithdrawn: boolean) => client.send<OwnEntryWithdrawal>('POST', path, { isWithdrawn }),
    async onSuccess(withdrawal) {
      queries.setQueryData(ownWithdrawalQuery(owner.tournamentId).queryKey, withdrawal)
      const own = await fetchOwnEntry(queries, owner)
      navigate(own === undefined ? '/entry/new' : `/entry/edit/${own.id}`)
    },
  })
}
