import { useEffect, useLayoutEffect, useRef } from 'react'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { historySteps } from '#web/url/history-steps.ts'
import { askBeforeLeaving } from '#web/url/leave-question.ts'

/** While a form has unsaved changes, asks before it is left by a link, by Back, or by closing the tab. */
export function LeaveQuestion({ isDraftStored }: { isDraftStored: boolean }) {
  const { openModal, ...question } = useModalState<() => void>()
  const removeStep = useRef<() => void>(undefined)

  useLayoutEffect(() => askBeforeLeaving(openModal), [openModal])

  useEffect(() => {
    const ask = () => openModal(() => historySteps.goBack())
    removeStep.current = historySteps.add({ close: ask }, { isPage: true })
    return () => removeStep.current?.()
  }, [openModal])

  const agree = (leave: () => void) => {
    // The form may still be there when the next page opens, which must not get its step.
    removeStep.current?.()
    leave()
  }
  return (
    <Confirmation {...question} title="Leave without saving?" onYes={agree}>
      <p>
        You have changes that are not saved.{' '}
        {isDraftStored && 'This device keeps them as a draft, but they count only once they are saved.'}
      </p>
      <p>Do you want to leave?</p>
    </Confirmation>
  )
}
