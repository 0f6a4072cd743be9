import { ApiProblem, type ApiProblemCode, codeOf } from '#web/api/api-problem.ts'
import type { SaveFailure } from '#web/forms/save-result-modal.tsx'

const kept = 'What you typed is kept.'

/** Why a save failed and what to do about it, below the specification's sentence. */
export function toTournamentFailure(error: unknown): SaveFailure {
  const code = codeOf(error)
  const detail = error instanceof ApiProblem ? error.detail : undefined
  return { reason: reasonOf(code, detail), help: helpOf(code) }
}

/** The names in the lists could not be checked, so that nothing was sent. */
export function toUncheckedFailure(reason: string): SaveFailure {
  return { reason: `The lists could not be checked. ${reason} Try again in a moment. ${kept}`, help: null }
}

function helpOf(code: ApiProblemCode): SaveFailure['help'] {
  if (code === 'unauthenticated') return 'sign-in'
  return code === 'tournament-active' ? 'admin' : null
}

function reasonOf(code: ApiProblemCode, detail = ''): string {
  switch (code) {
    case 'tournament-active':
      return `${detail} It has to be ended on the admin page before another one can be created. ${kept}`.trim()
    case 'tournament-changed':
      return `Somebody else has changed it since you opened it. ${kept} Close this to choose which one counts.`
    case 'tournament-ended':
      return 'The tournament has ended: it cannot be changed any more.'
    case 'tournament-invalid':
      return 'Invalid tournament: the lists do not fit the field of the event. Close this to see who it is about.'
    case 'players-locked':
      return `${detail} Close this to see who it is about.`.trim()
    case 'feed-unavailable':
      return `${detail} Without it the lists cannot be checked. Try again in a moment. ${kept}`.trim()
    case 'event-not-supported':
      return `${detail} Choose another tournament id.`.trim()
    case 'validation-failed':
    case 'bad-request':
      return 'Some of it was not accepted. Close this to see the marked fields.'
    case 'offline':
      return `The server cannot be reached. Check your connection, then save again. ${kept}`
    case 'unauthenticated':
      return 'Your sign-in has run out. Sign in again and you come back to what you typed.'
    case 'forbidden':
      return `You may not do this any more. Ask whoever runs the server. ${kept}`
    case 'not-found':
      return 'This tournament is not there any more.'
    case 'too-many-requests':
      return `That was too often in a short time. Wait a minute, then save again. ${kept}`
    case 'antiforgery':
    case 'cross-site':
      return `The server did not recognise this page. Reload it, then save again. ${kept}`
    default:
      return `The server could not do it right now. Wait a moment, then save again. ${kept}`
  }
}
