import { navigate as navigateBrowser } from 'wouter/use-browser-location'
import { historySteps } from './history-steps.ts'

let isReplacingStep = false

/** Whether the address is changing by a link in a dialog or menu, whose history entry the new address takes over. */
export function isStepReplaced(): boolean {
  return isReplacingStep
}

type Go = (replacesStep: boolean) => void

/** Calls `go` to open another address; in place of the step of a dialog or menu, if one is open. */
export function leavePage(go: Go): void {
  historySteps.leave((replacesStep) => {
    isReplacingStep = replacesStep
    go(replacesStep)
    isReplacingStep = false
  })
}

/** Opens another page. */
export function navigate(path: string): void {
  leavePage((replace) => navigateBrowser(path, { replace }))
}
