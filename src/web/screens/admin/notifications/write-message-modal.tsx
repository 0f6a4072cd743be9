import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageAudience, MessagePreview, Reach } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { describeAmountDue } from '#domain/payments/fee.ts'
import { adminQuery } from '#web/api/resource-query.ts'
import { canSend, toReachText, toSendLabel } from '#web/notifications/reach-text.ts'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { AreaField, Radios } from '#web/ui/field.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'
import { Email, useSending } from './send-now.tsx'

type Props = { modal: NonNullable<OpenModal<TournamentSummary>['modal']>; close: () => void }

/** An organiser's own text to many people, with a preview (docs/rules.md, 9.8). */
export function WriteMessageModal({ modal, close }: Props) {
  const tournament = modal.subject
  const { id, name, fee } = tournament
  const hasStarted = useHasStarted(tournament)
  const [to, setTo] = useState<MessageAudience>('entered')
  const [typed, setTyped] = useState<string>()
  const reminder = fee ? `Please pay ${describeAmountDue(fee)} for ${name}.\n${fee.howToPay}`.trim() : ''
  const text = typed ?? (to === 'unpaid' ? reminder : '')
  const path = api.adminMessage(id)
  const sending = useSending('message', path, close)
  const { data } = useQuery(adminQuery<MessagePreview>(path, { staleTime: 0, enabled: modal.isOpen }))
  const reach = data?.reach[to]
  const audiences: (readonly [MessageAudience, string])[] = [
    ['entered', 'Everyone who has entered'],
    ...(hasStarted ? [] : [['not-entered', 'Those who have not entered'] as const]),
    ...(fee ? [['unpaid', 'Those who have not paid'] as const] : []),
  ]

  function submit(): void {
    if (text.trim() !== '' && reach && canSend(reach)) sending.mutate({ to, text })
  }

  return (
    <FormModal
      modal={modal}
      close={close}
      title={`Write to players of ${name}`}
      submitText={reach ? toSendLabel('Send to', reach) : 'Send'}
      onSubmit={submit}
    >
      <fieldset>
        <legend className="field-label">To</legend>
        <Radios
          options={audiences.map((audience) => [...audience, countMeant(data?.reach[audience[0]])])}
          chosen={to}
          onChange={setTo}
        />
      </fieldset>
      <AreaField
        label="Message"
        help="Each gets it as they have chosen, and the same text at most once a day. This can’t be undone."
        rows={5}
        maxLength={2000}
        required
        value={text}
        onChange={setTyped}
      />
      {reach && <p role="status">{toReachText(reach)}</p>}
      {data && text.trim() !== '' && <Email subject={data.subject} text={`Hello (their name),\n\n${text.trim()}`} />}
      {data && (
        <p className="small-print">
          {data.replyTo === null
            ? 'Your account has no email address, so nobody can reply to the email.'
            : `Replies to the email go to ${data.replyTo}, which everybody who gets it sees.`}
        </p>
      )}
    </FormModal>
  )
}

/** Everyone whom it is for. The sentence below says whom it reaches. */
function countMeant(reach: Reach | undefined): number | undefined {
  return reach && reach.devices + reach.emails + reach.files + reach.none
}
