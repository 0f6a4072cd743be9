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
      <div className="stack">
        <p>With the new start, this message is for everyone who has entered. It can’t be left out.</p>
        <p>{toReachText(reach)}</p>
        <article className="aside" aria-label="The message">
          <p className="strong">{title}</p>
          <p>{body}</p>
        </article>
      </div>
      <Question>Are you sure you want to save the new start?</Question>
    </Confirmation>
  )
}
