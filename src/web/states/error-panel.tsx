import { Link } from 'wouter'
import { ApiProblem, type ApiProblemCode, codeOf, type ProblemTexts, toProblemText } from '#web/api/api-problem.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { SignInAgainLink } from '#web/ui/sign-in-link.tsx'

type Props = { error: unknown; onRetry: () => unknown }
const titles: ProblemTexts = {
  offline: 'No connection',
  unauthenticated: 'You are signed out',
  'token-refused': 'The pool does not accept your sign-in',
  forbidden: 'No access',
  'not-found': 'Not found',
}

const texts: ProblemTexts = {
  unauthenticated: 'Sign in again to return to this page.',
  'token-refused':
    'The sign-in provider has signed you in, but this server does not accept what it sends. If that is still so after you have signed in again, it is a fault of the settings: tell whoever runs this pool. The server’s log says what to change.',
  forbidden: 'You don’t have access to this page. If you think you should, ask the pool organiser.',
  'not-found': 'This page doesn’t exist, or it has been removed.',
}

/** Explains a failed API call and what to do next. */
export function ErrorPanel({ error, onRetry }: Props) {
  const code = codeOf(error)
  // The server says more about a refusal that is not about the page, such as a blocked account.
  const detail = error instanceof ApiProblem && code === 'forbidden' ? error.detail : undefined
  return (
    <MessagePanel title={titles[code] ?? 'Something went wrong'} actions={toAction(code, onRetry)} urgent>
      <p>{detail ?? toProblemText(error, texts)}</p>
      {error instanceof ApiProblem && error.requestId && <p>Request ID: {error.requestId}</p>}
    </MessagePanel>
  )
}

function toAction(code: ApiProblemCode, onRetry: () => unknown) {
  if (code === 'unauthenticated' || code === 'token-refused') return <SignInAgainLink className="button" />
  if (code === 'forbidden' || code === 'not-found') {
    return (
      <Link className="button-secondary" to="/home">
        Go to the home page
      </Link>
    )
  }
  return (
    <button type="button" className="button" onClick={() => onRetry()}>
      Try again
    </button>
  )
}
