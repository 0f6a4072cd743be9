/** Asks the user whether to leave the page. `leave` goes on to where they wanted to go. */
type Question = (leave: () => void) => void

let ask: Question | undefined

/** Asks before a page with unsaved changes is left by a link. Returns a function that ends it. */
export function askBeforeLeaving(question: Question): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** Calls `leave` at once, or when the user has agreed to leave unsaved changes behind. */
export function leaveIfAgreed(leave: () => void): void {
  if (ask === undefined) leave()
  else ask(leave)
}
