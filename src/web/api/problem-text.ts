import { ApiProblem, type ApiProblemCode, codeOf } from './api-problem.ts'

/** Texts of single codes in place of the general ones. */
export type ProblemTexts = Readonly<Partial<Record<ApiProblemCode, string>>>

const outdated = 'This page is out of date. Reload it and try again.'

const generalTexts: ProblemTexts = {
  offline: 'We can’t reach the server. Check your connection and try again.',
  unauthenticated: 'Your session has expired. Sign in and try again.',
  'token-refused': 'This server does not accept your sign-in. Tell whoever runs this pool: its log says why.',
  forbidden: 'Your account doesn’t have permission. Ask the operator if you need this role.',
  'not-found': 'It no longer exists. Reload the page.',
  'too-many-requests': 'Too many attempts. Wait a minute and try again.',
  antiforgery: outdated,
  'cross-site': outdated,
  'entries-closed': 'The tournament has started since you opened this page. Reload the page.',
  'internal-error': 'Something went wrong on the server. Wait a moment and try again.',
}

/** Why a request failed, and what to do about it. Without a text of our own, what the server says. */
export function toProblemText(error: unknown, texts: ProblemTexts = {}): string {
  const code = codeOf(error)
  const message = error instanceof ApiProblem ? error.message : ''
  return texts[code] ?? generalTexts[code] ?? message
}

const invalidText = 'Some fields are not valid. Close this message to see which ones.'

export const unsavedText = 'Your changes are still here.'

/** Why a form could not be saved. */
export function toSaveFailureText(error: unknown, texts: ProblemTexts = {}): string {
  const own: ProblemTexts = { 'validation-failed': invalidText, 'bad-request': invalidText, ...texts }
  return own[codeOf(error)] ?? `${toProblemText(error)} ${unsavedText}`
}
