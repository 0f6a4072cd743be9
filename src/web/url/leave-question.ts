/** Asks the user whether to leave the page. `leave` goes on to where they wanted to go. */
type Question = (leave: () => void) => void

let ask: Question | undefined

/** Asks before a page with unsaved changes is left by a link, a reload or closing the tab. Returns `stopAsking`. */
export function askBeforeLeaving(question: Question): () => void {
  ask = question
  addEventListener('beforeunload', askInBrowser)
  return stopAsking
}

/** The page can be left without a question. */
export function stopAsking(): void {
  ask = undefined
  removeEventListener('beforeunload', askInBrowser)
}

/** Calls `leave` at once, or when the user has agreed to leave unsaved changes behind. */
export function leaveIfAgreed(leave: () => void): void {
  if (ask === undefined) leave()
  else ask(leave)
}

/** Makes the browser ask with its own dialog. */
function askInBrowser(event: Event): void {
  event.preventDefault()
}
