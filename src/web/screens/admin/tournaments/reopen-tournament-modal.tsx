import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Reach } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { CancellationReach, TournamentSummary } from '#contract/tournament-contract.ts'
import { adminQuery } from '#web/api/resource-query.ts'
import { toReachText } from '#web/notifications/reach-text.ts'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { type AdminMutation, useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toStartText } from '#web/time/time-text.ts'
import { Choice, InputField } from '#web/ui/field.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'

type Reopening = { tournament: TournamentSummary; asksSource: boolean }

type Props = OpenModal<TournamentSummary> & { reopening: AdminMutation<Reopening> }

/** Makes an ended tournament active again. */
export function useReopening() {
  return useAdminMutation({
    mutationFn: (client, { tournament: { id }, asksSource }: Reopening) =>
      client.send('POST', api.adminReopen(id), { asksSource }),
    texts: ({ tournament: { name, endedBeforeStart } }) => ({
      busy: `Reopening ${name}…`,
      failed: `There was an error reopening ${name}.`,
      done: `${name} is active again.`,
      detail: endedBeforeStart
        ? 'Entries are open, as they were.'
        : 'Correct golfers in their details, or enter scores. Then end it again.',
    }),
  })
}

/** Asks for the name of an ended tournament before it becomes active again (docs/rules.md, 5.4). */
export function ReopenTournamentModal({ modal, close, reopening }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [asksSource, setAsksSource] = useState(false)
  const [isWrong, setIsWrong] = useState(false)
  if (modal === null) return null
  const tournament = modal.subject
  const { name } = tournament
  if (tournament.endedBeforeStart) {
    const reopen = () => {
      close()
      reopening.mutate({ tournament, asksSource: false })
    }
    return <OpenAgainModal modal={modal} close={close} onSubmit={reopen} />
  }

  function submit(): void {
    const isNamed = typed.trim().toLowerCase() === name.trim().toLowerCase()
    setIsWrong(!isNamed)
    if (!isNamed) {
      field.current?.focus()
      return
    }
    close()
    setTyped('')
    reopening.mutate({ tournament, asksSource })
  }

  return (
    <FormModal modal={modal} close={close} title={`Reopen ${name}`} submitText="Reopen" onSubmit={submit}>
      <p>
        It becomes the active tournament for everyone, until you end it again. Entries stay locked. Its places count in
        no results meanwhile. If they change, everyone who got the result is told.
      </p>
      <Choice checked={asksSource} onChange={setAsksSource}>
        Ask the feed for new scores
      </Choice>
      <p className="small-print">Otherwise the scores stay as they are until organisers change them.</p>
      <InputField
        ref={field}
        label="Type the name of the tournament to confirm"
        error={isWrong ? `Type “${name}”.` : null}
        value={typed}
        onChange={setTyped}
      />
    </FormModal>
  )
}

/** Opens a tournament again that was cancelled before its start. */
function OpenAgainModal({ modal, close, onSubmit }: OpenModal<TournamentSummary> & { onSubmit: () => void }) {
  const path = api.adminReopen(modal?.subject.id ?? 0)
  const { data } = useQuery(adminQuery<CancellationReach>(path, { staleTime: 0, enabled: modal?.isOpen === true }))
  if (modal === null) return null
  const { name, start } = modal.subject
  return (
    <FormModal modal={modal} close={close} title={`Reopen ${name}`} submitText="Reopen" onSubmit={onSubmit}>
      <p>
        It becomes the active tournament for everyone. Entries are open again as they were, until {toStartText(start)}.
      </p>
      <p role="status">{data === undefined ? 'Loading who is told…' : toToldText(data.reach)}</p>
    </FormModal>
  )
}

function toToldText(told: Reach): string {
  return `A message is for whoever was told that it is cancelled: it is not. ${toReachText(told)}`
}
