import { ApiProblem, type ApiProblemCode, codeOf } from '#web/api/api-problem.ts'
import { toSaveFailureText } from '#web/api/save-failure-text.ts'
import type { SaveFailure } from '#web/forms/save-result-modal.tsx'

const draftText = 'Your changes are still here.'

export function toTournamentFailure(error: unknown): SaveFailure {
  const code = codeOf(error)
  const detail = error instanceof ApiProblem ? error.detail : undefined
  return { reason: toReason(code, detail), help: toHelp(code) }
}

/** Nothing was sent, because the names in the lists could not be checked. */
export function toUncheckedFailure(reason: string): SaveFailure {
  return {
    reason: `The lists could not be checked. ${reason} Try again in a moment. ${draftText}`,
    help: null,
  }
}

function toHelp(code: ApiProblemCode): SaveFailure['help'] {
  if (code === 'unauthenticated') return 'sign-in'
  return code === 'tournament-active' ? 'admin' : null
}

function toReason(code: ApiProblemCode, detail = ''): string {
  switch (code) {
    case 'tournament-active':
      return `${detail} End it on the admin page before you create another. ${draftText}`.trim()
    case 'tournament-changed':
      return `Someone else changed this tournament after you opened it. ${draftText} Close this message to choose which version to keep.`
    case 'tournament-ended':
      return 'The tournament has ended and can no longer be changed.'
    case 'tournament-invalid':
      return "Invalid tournament: the lists don't match the event's field. Close this message to see the errors."
    case 'players-locked':
      return `${detail} Close this message to see which golfers.`.trim()
    case 'feed-unavailable':
      return `${detail} Without it the lists cannot be checked. Try again in a moment. ${draftText}`.trim()
    case 'event-not-supported':
      return `${detail} Choose another tournament id.`.trim()
    case 'unauthenticated':
      return 'Your session has expired. Sign in again to return to your changes.'
    case 'forbidden':
      return `You no longer have permission to do this. Ask an admin. ${draftText}`
    case 'not-found':
      return 'This tournament no longer exists.'
    default:
      return toSaveFailureText(code, draftText)
  }
}
