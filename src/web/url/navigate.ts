import { navigate as navigateNow } from 'wouter/use-browser-location'
import { historySteps } from './history-steps.ts'

/** Opens another page. A dialog or menu that is open leaves no step in the history. */
export function navigate(path: string): void {
  historySteps.leave(() => navigateNow(path))
}
