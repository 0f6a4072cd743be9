import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvitationMails, NewInvitationMails, SentInvitationMails } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { readPastedAddresses } from '#domain/pasted-addresses.ts'
import { adminQuery } from '#web/api/resource-query.ts'
import { SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Email } from '#web/screens/admin/notifications/send-now.tsx'
import { AreaField, Radios } from '#web/ui/field.tsx'
import { LocalLinkWarning } from '#web/ui/local-link-warning.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'
import { toAddressCount, toInvitedText, toLeftText, toSentText, toUnreadableText } from './invitation-mail-texts.ts'

type Props = OpenModal<TournamentSummary> & {
  /** People can register by a link. Otherwise the address of the entry form is sent. */
  hasLinks: boolean
  /** The address of the entry form. All links of the pool begin like it. */
  entryUrl: string
}

/** Sends one link by email to a pasted list of addresses, or to everybody of last time (docs/rules.md, 11.6). */
export function InvitationMailsModal({ modal, close, hasLinks, entryUrl }: Props) {
  const [isLastTime, setIsLastTime] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const path = api.adminInvitationMails(modal?.subject.id ?? 0)
  const query = useQuery(adminQuery<InvitationMails>(path, { staleTime: 0, enabled: modal?.isOpen === true }))
  const sending = useAdminMutation({
    mutationFn: (client, body: NewInvitationMails) => client.send<SentInvitationMails>('POST', path, body),
    texts: {
      busy: 'Sending the invitations…',
      failed: 'There was an error sending the invitations.',
      done: toSentText,
    },
    onSuccess() {
      setText('')
      close()
    },
  })
  if (modal === null) return null
  const { addresses, unreadable } = readPastedAddresses(text)
  const lastTime = query.data?.lastTime ?? null
  const toLastTime = isLastTime && lastTime !== null
  const count = toLastTime ? lastTime.people : addresses.length

  function submit(): void {
    if (query.data === undefined) return
    setError(count > 0 || toLastTime ? null : 'Paste at least one email address.')
    if (count > 0) sending.mutate({ addresses: toLastTime ? null : [...addresses] })
  }

  return (
    <FormModal
      modal={modal}
      close={close}
      title={`Invite to ${modal.subject.name}`}
      submitText={count > 0 ? `Invite ${toAddressCount(count)}` : 'Invite'}
      onSubmit={submit}
    >
      <SectionState
        query={query}
        loadError="Couldn’t load what has been sent."
        refreshError="Couldn’t refresh what has been sent. These numbers may be out of date."
      >
        {({ invited, left, message }) => (
          <>
            {lastTime && (
              <fieldset>
                <legend className="field-label">To</legend>
                <Radios
                  options={[
                    ['pasted', 'A list of addresses'],
                    ['last', `Everybody who played ${lastTime.name} and has not entered`, lastTime.people],
                  ]}
                  chosen={toLastTime ? 'last' : 'pasted'}
                  onChange={(to) => setIsLastTime(to === 'last')}
                />
              </fieldset>
            )}
            {!toLastTime && (
              <AreaField
                label="Email addresses"
                help="Paste a list, with or without names: one in a line, or separated by commas."
                error={error}
                rows={6}
                maxLength={100_000}
                value={text}
                onChange={(value) => {
                  setText(value)
                  setError(null)
                }}
              />
            )}
            <p role="status" className="small-print">
              {!toLastTime && toUnreadableText(unreadable)} {toInvitedText(invited)} {toLeftText(left, count)}
            </p>
            <p className="small-print">
              {hasLinks
                ? 'Everybody gets the same link, once for this tournament. It gives nobody an account: people register as usual.'
                : 'Everybody gets the address of the entry form, once for this tournament. They need an account to enter.'}{' '}
              Nobody is emailed who is blocked, has entered or wants no messages, and you are not told who that is.
            </p>
            <LocalLinkWarning url={entryUrl} />
            <Email {...message} />
          </>
        )}
      </SectionState>
    </FormModal>
  )
}
