import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { FriendGroup, FriendGroupRemoval } from '#contract/user-contract.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'

type Props = {
  group: FriendGroup
  /** Called with the group after the removal; null if nobody is left in it. */
  onRemoved: (group: FriendGroup | null) => void
}

/** For admins: everybody in a group, and removing them (docs/rules.md, 4.11). */
export function GroupPeople({ group, onRemoved }: Props) {
  const client = useApi()
  const { openModal, ...removing } = useModalState<FriendGroup['members'][number]>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (removal: FriendGroupRemoval) =>
      client.send<FriendGroup | null>('POST', api.groupPeopleRemove(), removal),
    onSuccess: onRemoved,
  })
  return (
    <details className="disclosure">
      <summary>Remove somebody</summary>
      <ul className="stack-tight">
        {group.members.map((member) => (
          <li key={member.id} className="cluster">
            {member.name}
            <BusyButton
              className="button-text"
              label={`Remove ${member.name} from ${group.name}`}
              isBusy={isPending}
              onPress={() => openModal(member)}
            >
              Remove
            </BusyButton>
          </li>
        ))}
      </ul>
      <p className="field-error" role="alert">
        {error && toProblemText(error)}
      </p>
      <Confirmation
        {...removing}
        title="Remove from the group"
        onYes={({ id: userId }) => mutate({ code: group.code, userId })}
      >
        <p>The link of the group is replaced, too, so that they can’t come back with it. This can’t be undone.</p>
        <Question>
          Remove {removing.modal?.subject.name} from {group.name}?
        </Question>
      </Confirmation>
    </details>
  )
}
