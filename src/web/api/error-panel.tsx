import { Link } from 'wouter'
import { MessagePanel } from '../ui/message-panel.tsx'
import { SignInAgainLink } from '../ui/sign-in-link.tsx'
import { ApiProblem, type ApiProblemCode, codeOf } from './api-problem.ts'

type Props = { error: unknown; onRetry: () => unknown }
type Explanation = { title: string; text: string; action: 'retry' | 'sign-in' | 'home' }

const explanations: Readonly<Partial<Record<ApiProblemCode, Explanation>>> = {
  offline: {
    title: 'No connection',
    text: "We can't reach the server. Check your connection and try again.",
    action: 'retry',
  },
  unauthenticated: {
    title: 'You are signed out',
    text: 'Sign in again to return to this page.',
    action: 'sign-in',
  },
  forbidden: {
    title: 'No access',
    text: "You don't have access to this page. If you think you should, ask the pool organiser.",
    action: 'home',
  },
  'not-found': { title: 'Not found', text: "This page doesn't exist, or it has been removed.", action: 'home' },
  unreadable: {
    title: 'This page is out of date',
    text: 'Reload the page to get the latest version.',
    action: 'retry',
  },
}

/** Explains a failed API call and what to do next. */
export function ErrorPanel({ error, onRetry }: Props) {
  const actions = {
    retry: (
      <button type="button" className="button" onClick={() => onRetry()}>
        Try again
      </button>
    ),
    'sign-in': <SignInAgainLink className="button" />,
    home: (
      <Link className="button-secondary" to="/home">
        Go to the home page
      </Link>
    ),
  }
  const { title, text, action } = explanations[codeOf(error)] ?? {
    title: 'Something went wrong',
    text: error instanceof ApiProblem ? error.message : 'Wait a moment and try again.',
    action: 'retry',
  }
  // The server says more about a refusal that is not about the page, such as a blocked account.
  const detail = error instanceof ApiProblem && error.code === 'forbidden' ? error.detail : undefined
  return (
    <MessagePanel title={title} actions={actions[action]} urgent>
      <p>{detail ?? text}</p>
    </MessagePanel>
  )
}
