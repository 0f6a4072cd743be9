import { Link, useLocation } from 'react-router'
import { MessagePanel } from '../ui/message-panel.tsx'
import { ApiProblem, codeOf } from './api-problem.ts'

type Props = { error: unknown; onRetry: () => unknown }

/** Explains a failed API call and what to do next. */
export function ErrorPanel({ error, onRetry }: Props) {
  const { pathname, search, hash } = useLocation()
  const retry = (
    <button type="button" className="button" onClick={() => onRetry()}>
      Try again
    </button>
  )
  const home = (
    <Link className="button-secondary" to="/home">
      Go to the home page
    </Link>
  )
  switch (codeOf(error)) {
    case 'offline':
      return (
        <MessagePanel title="No connection" actions={retry} urgent>
          <p>We can't reach the server. Check your connection and try again.</p>
        </MessagePanel>
      )
    case 'unauthenticated': {
      const query = new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })
      const signIn = (
        <Link className="button" to={`/authentication/login?${query}`}>
          Sign in again
        </Link>
      )
      return (
        <MessagePanel title="You are signed out" actions={signIn} urgent>
          <p>Sign in again to return to this page.</p>
        </MessagePanel>
      )
    }
    case 'forbidden':
      return (
        <MessagePanel title="No access" actions={home} urgent>
          <p>You don't have access to this page. If you think you should, ask the pool organiser.</p>
        </MessagePanel>
      )
    case 'not-found':
      return (
        <MessagePanel title="Not found" actions={home} urgent>
          <p>This page doesn't exist, or it has been removed.</p>
        </MessagePanel>
      )
    case 'unreadable':
      return (
        <MessagePanel title="This page is out of date" actions={retry} urgent>
          <p>Reload the page to get the latest version.</p>
        </MessagePanel>
      )
    default:
      return (
        <MessagePanel title="Something went wrong" actions={retry} urgent>
          <p>{error instanceof ApiProblem ? error.message : 'Wait a moment and try again.'}</p>
        </MessagePanel>
      )
  }
}
