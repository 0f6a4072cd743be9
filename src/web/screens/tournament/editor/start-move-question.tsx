import type { StartMovePreview } from '#contract/organiser-message-contract.ts'
import { toReachText } from '#web/notifications/reach-text.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'

export type StartMove = StartMovePreview & { readonly save: () => void }

/** Shows whom a new start tells, before it is saved (docs/rules.md, 1.3). */
export function StartMoveQuestion({ modal, close }: OpenModal<StartMove>) {
  if (modal === null) return null
  const { reach, title, body } = modal.subject
  return (
    <Confirmation modal={modal} close={close} title="Save the new start" onYes={({ save }) => save()}>
      <p>Everyone who has entered is told of the new start, as they have chosen, by email or on their devices.</p>
      <p>{toReachText(reach)}</p>
      <article className="aside" aria-label="The message">
        <p className="strong">{title}</p>
        <p>{body}</p>
      </article>
      <Question>Are you sure you want to save the new start and tell them?</Question>
    </Confirmation>
  )
}
