import { type ApiProblemCode, codeOf } from '#web/api/api-problem.ts'
import type { SaveFailure } from '#web/forms/save-result-modal.tsx'

const kept = 'Your picks are kept.'

export function toEntryFailure(error: unknown): SaveFailure {
  const code = codeOf(error)
  return { reason: reasonOf(code), help: code === 'unauthenticated' ? 'sign-in' : null }
}

function reasonOf(code: ApiProblemCode): string {
  switch (code) {
    case 'entries-closed':
      return 'Entries are closed: the tournament has started. What was saved before counts.'
    case 'entry-changed':
      return `It has been saved in another tab or on another device since you opened it. ${kept} Close this to choose which one counts.`
    case 'entry-exists':
      return `You have an entry already, saved in another tab or on another device. ${kept} Close this to choose which one counts.`
    case 'validation-failed':
    case 'bad-request':
      return 'Some of it was not accepted. Close this to see the marked fields.'
    case 'offline':
      return `The server cannot be reached. Check your connection, then save again. ${kept}`
    case 'unauthenticated':
      return `Your sign-in has run out. Sign in again and you come back to your picks.`
    case 'forbidden':
      return 'You are signed in with another account than the one this entry belongs to. Reload the page.'
    case 'not-found':
      return 'This entry is not there any more. Go to the front page to see what you can do.'
    case 'too-many-requests':
      return `That was too often in a short time. Wait a minute, then save again. ${kept}`
    case 'antiforgery':
    case 'cross-site':
      return `The server did not recognise this page. Reload it, then save again. ${kept}`
    default:
      return `The server could not do it right now. Wait a moment, then save again. ${kept}`
  }
}
