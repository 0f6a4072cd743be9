import { useRef, useState } from 'react'
import type { NewInvitationRequest } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { createRequestKey } from '#web/api/admin-queries.ts'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toStartText } from '#web/time/time-text.ts'
import { Choice, InputField, SelectField } from '#web/ui/field.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'

type Props = OpenModal<TournamentSummary> & {
  /** No more entries are accepted, so that the link is for watchers. */
  areEntriesClosed: boolean
}

type Creation = { tournament: TournamentSummary; request: NewInvitationRequest }

/** Asks for the limits of a new link. Keeps the input until the link is created. */
export function NewInvitationModal({ modal, close, areEntriesClosed }: Props) {
  const [requestKey, setRequestKey] = useState(createRequestKey)
  const [expiry, setExpiry] = useState('start')
  const [uses, setUses] = useState('')
  const [isOnWall, setIsOnWall] = useState(true)
  const [watches, setWatches] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const usesField = useRef<HTMLInputElement>(null)
  const creation = useAdminMutation({
    mutationFn: (client, { tournament, request }: Creation) =>
      client.send('POST', api.adminInvitations(tournament.id), request),
    texts: {
      busy: 'Creating the link…',
      failed: 'There was an error creating the link.',
      done: 'The link is ready.',
    },
    onSuccess() {
      // The next request creates another link.
      setRequestKey(createRequestKey())
      setUses('')
      setExpiry('start')
    },
  })
  if (modal === null) return null
  const { subject: tournament } = modal
  const isForWatchers = areEntriesClosed || watches
  const expiries = toExpiries(isForWatchers ? null : tournament.start, new Date())

  function submit(): void {
    const parsed = parseUses(uses)
    setError(parsed.error)
    if (parsed.error !== null) {
      usesField.current?.focus()
      return
    }
    const expiresAt = expiries.find(({ value }) => value === expiry)?.expiresAt ?? null
    const request: NewInvitationRequest = {
      requestKey,
      expiresAt,
      maxUses: parsed.maxUses,
      isOnWall: isOnWall && !isForWatchers,
      isForWatchers,
    }
    close()
    creation.mutate({ tournament, request })
  }

  return (
    <FormModal modal={modal} close={close} title="New invitation link" submitText="Create the link" onSubmit={submit}>
      <SelectField
        label="Valid"
        options={[
          ['start', isForWatchers ? 'until it is revoked' : 'until the start'],
          ...expiries.map(({ value, text }) => [value, text] as const),
        ]}
        value={expiry}
        onChange={setExpiry}
        help={
          isForWatchers
            ? 'For people who only watch. It leads to the home page, also after the start.'
            : `${tournament.name} starts on ${toStartText(tournament.start)}.`
        }
      />
      <InputField
        ref={usesField}
        label="Maximum number of new accounts"
        error={error}
        help="Leave empty for no limit. People who already have an account don’t count."
        inputMode="numeric"
        maxLength={6}
        value={uses}
        onChange={setUses}
      />
      {!areEntriesClosed && (
        <Choice checked={watches} onChange={setWatches}>
          For people who only watch
        </Choice>
      )}
      {!isForWatchers && (
        <Choice checked={isOnWall} onChange={setIsOnWall}>
          Show it on the wall display before the start
        </Choice>
      )}
    </FormModal>
  )
}

const dayMs = 24 * 60 * 60 * 1000
const choices = [
  ['day', 'for a day', dayMs],
  ['three-days', 'for three days', 3 * dayMs],
  ['week', 'for a week', 7 * dayMs],
] as const

/** The expiries before the start, at which links to the entry form expire; null for other links. */
export function toExpiries(start: string | null, now: Date) {
  return choices
    .map(([value, text, ms]) => ({ value, text, at: now.getTime() + ms }))
    .filter(({ at }) => start === null || at < Date.parse(start))
    .map(({ value, text, at }) => ({ value, text, expiresAt: new Date(at).toISOString() }))
}

/** The number of uses as typed; empty for no limit. */
export function parseUses(text: string): { maxUses: number | null; error: string | null } {
  const typed = text.trim()
  if (typed === '') return { maxUses: null, error: null }
  const maxUses = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  if (maxUses < 1 || maxUses > 10_000) return { maxUses: null, error: 'Enter a number from 1 to 10,000.' }
  return { maxUses, error: null }
}
