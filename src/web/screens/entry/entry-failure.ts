import { type ApiProblemCode, codeOf } from '#web/api/api-problem.ts'
import { toSaveFailureText } from '#web/api/save-failure-text.ts'
import type { SaveFailure } from '#web/forms/save-result-modal.tsx'

const draftText = 'Your picks are still here.'

export function toEntryFailure(error: unknown): SaveFailure {
  const code = codeOf(error)
  return { reason: toReason(code), help: code === 'unauthenticated' ? 'sign-in' : null }
}

function toReason(code: ApiProblemCode): string {
  switch (code) {
    case 'entries-closed':
      return 'Entries closed when the tournament started. Your last saved entry counts.'
    case 'entry-changed':
      return `This entry was saved in another tab or on another device after you opened it. ${draftText} Close this message to choose which version to keep.`
    case 'entry-exists':
      return `You already have an entry, saved in another tab or on another device. ${draftText} Close this message to choose which version to keep.`
    case 'unauthenticated':
      return 'Your session has expired. Sign in again to return to your picks.'
    case 'forbidden':
      return 'This entry belongs to a different account. Reload the page.'
    case 'not-found':
      return 'This entry no longer exists. Go to the home page.'
    default:
      return toSaveFailureText(code, draftText)
  }
}
