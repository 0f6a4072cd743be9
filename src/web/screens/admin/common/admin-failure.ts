import { ApiProblem, codeOf } from '#web/api/api-problem.ts'

/** Why an action failed, and what to do about it. */
export function toReason(error: unknown): string {
  switch (codeOf(error)) {
    case 'offline':
      return 'We can’t reach the server. Check your connection and try again.'
    case 'unauthenticated':
      return 'Your session has expired. Sign in and try again.'
    case 'forbidden':
      return 'Your account doesn’t have permission. Ask the operator if you need this role.'
    case 'not-found':
      return 'It no longer exists. Reload the page.'
    case 'too-many-requests':
      return 'Too many attempts. Wait a minute and try again.'
    case 'antiforgery':
    case 'cross-site':
    case 'unreadable':
      return 'This page is out of date. Reload it and try again.'
    case 'entries-closed':
      return 'The tournament has started since you opened this page. Reload the page.'
    default:
      return error instanceof ApiProblem ? error.message : 'Wait a moment and try again.'
  }
}
