import { ApiProblem, codeOf } from '#web/api/api-problem.ts'

/** Why something on this screen did not work, and what to do about it. */
export function toReason(error: unknown): string {
  switch (codeOf(error)) {
    case 'offline':
      return 'The server cannot be reached. Check your connection, then try again.'
    case 'unauthenticated':
      return 'Your sign-in has run out. Sign in again, then try again.'
    case 'forbidden':
      return 'This account is not allowed to do it. If it should be, ask the operator for the role.'
    case 'not-found':
      return 'It is not there any more. Reload the page to see what is.'
    case 'too-many-requests':
      return 'That was too often in a short time. Wait a minute, then try again.'
    case 'antiforgery':
    case 'cross-site':
    case 'unreadable':
      return 'This page is out of date. Reload it, then try again.'
    case 'entries-closed':
      return 'The tournament has started since this page was loaded. Reload the page.'
    default:
      return error instanceof ApiProblem ? error.message : 'Wait a moment, then try again.'
  }
}
