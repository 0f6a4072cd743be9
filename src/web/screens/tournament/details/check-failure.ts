import { ApiProblem, codeOf } from '#web/api/api-problem.ts'

/** Why the id or a list could not be checked. */
export function toCheckFailureText(error: unknown): string {
  switch (codeOf(error)) {
    case 'feed-unavailable':
      return error instanceof ApiProblem ? error.message : 'The sports feed did not respond.'
    case 'offline':
      return "We can't reach the server."
    case 'unauthenticated':
      return 'Your session has expired. Reload the page to sign in again; your draft is stored.'
    case 'too-many-requests':
      return 'Too many attempts. Wait a minute.'
    default:
      return "The server couldn't check this."
  }
}
