import { Link } from 'wouter'
import { MessagePanel } from '../ui/message-panel.tsx'
import { SignInAgainLink } from '../ui/sign-in-link.tsx'
import { ApiProblem, type ApiProblemCode, codeOf } from './api-problem.ts'
import { type ProblemTexts, toProblemText } from './problem-text.ts'

type Props = { error: unknown; onRetry: () => unknown }
const titles: ProblemTexts = {
  offline: 'No connection',
  unauthenticated: 'You are signed out',
  forbidden: 'No access',
  'not-found': 'Not found',
}

const texts: ProblemTexts = {
  unauthenticated: 'Sign in again to return to this page.',
  forbidden: "You don't have access to this page. If you think you should, ask the pool organiser.",
  'not-found': "This page doesn't exist, or it has been removed.",
}

/** Explains a failed API call and what to do next. */
export function ErrorPanel({ error, onRetry }: Props) {
  const code = codeOf(error)
  // The server says more about a refusal that is not about the page, such as a blocked account.
  const detail = error instanceof ApiProblem && code === 'forbidden' ? error.detail : undefined
  return (
    <MessagePanel title={titles[code] ?? 'Something went wrong'} actions={toAction(code, onRetry)} urgent>
      <p>{detail ?? toProblemText(error, texts)}</p>
    </MessagePanel>
  )
}

function toAction(code: ApiProblemCode, onRetry: () => unknown) {
  if (code === 'unauthenticated') return <SignInAgainLink className="button" />
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
