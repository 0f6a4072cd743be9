import type { ApiProblemCode } from './api-problem.ts'

/** Why a form could not be saved, for the reasons that all forms share. `draftText` says what happened to the input. */
export function toSaveFailureText(code: ApiProblemCode, draftText: string): string {
  switch (code) {
    case 'validation-failed':
    case 'bad-request':
      return 'Some fields are not valid. Close this message to see which ones.'
    case 'offline':
      return `We can't reach the server. Check your connection and save again. ${draftText}`
    case 'too-many-requests':
      return `Too many attempts. Wait a minute and try again. ${draftText}`
    case 'antiforgery':
    case 'cross-site':
      return `The server couldn't verify this page. Reload it and save again. ${draftText}`
    default:
      return `The server couldn't save this. Wait a moment and try again. ${draftText}`
  }
}
