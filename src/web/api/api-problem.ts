import type { ProblemCode } from '#contract/problem.ts'
import type { FieldError } from '#domain/field-error.ts'

/** `offline`: the server could not be reached. `unreadable`: the response is not what this build expects. */
export type ApiProblemCode = ProblemCode | 'offline' | 'unreadable'

/** A failed API call. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ApiProblemCode
  readonly detail: string | undefined
  readonly fields: readonly FieldError[]
  /** Identifies the request of a server error in the operator's log. */
  readonly requestId: string | undefined

  constructor(code: ApiProblemCode, { title = titleOf(code), detail, fields = [], requestId, cause }: Details = {}) {
    super(detail ?? title, { cause })
    this.code = code
    this.detail = detail
    this.fields = fields
    this.requestId = requestId
  }
}

type Details = {
  title?: string | undefined
  detail?: string | undefined
  fields?: readonly FieldError[] | undefined
  requestId?: string | undefined
  cause?: unknown
}

function titleOf(code: ApiProblemCode): string {
  if (code === 'offline') return 'The server cannot be reached.'
  if (code === 'unreadable') return 'The server sent an unexpected response.'
  return 'Something went wrong on the server.'
}

/** The code of an error. Anything other than an `ApiProblem` counts as an internal error. */
export function codeOf(error: unknown): ApiProblemCode {
  return error instanceof ApiProblem ? error.code : 'internal-error'
}

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
  unavailable: 'The server cannot respond right now. Try again in a moment.',
}

/** Why a request failed, and what to do about it. Without a text of our own, what the server says. */
export function toProblemText(error: unknown, texts: ProblemTexts = {}): string {
  const code = codeOf(error)
  const message = error instanceof ApiProblem ? error.message : ''
  // The detail of a rate limit says how long to wait.
  const limit = error instanceof ApiProblem && code === 'too-many-requests' ? error.detail : undefined
  return texts[code] ?? limit ?? generalTexts[code] ?? message
}

const invalidText = 'Some fields are not valid. Close this message to see which ones.'

export const unsavedText = 'Your changes are still here.'

/** Why a form could not be saved. */
export function toSaveFailureText(error: unknown, texts: ProblemTexts = {}): string {
  const own: ProblemTexts = { 'validation-failed': invalidText, 'bad-request': invalidText, ...texts }
  return own[codeOf(error)] ?? `${toProblemText(error)} ${unsavedText}`
}
