import { Link, useLocation } from 'react-router'
import { MessagePanel } from '../ui/message-panel.tsx'
import { ApiProblem } from './api-problem.ts'

type Props = { error: unknown; onRetry: () => unknown }

/** A call that failed, in words, with what to do about it. */
export function ErrorPanel({ error, onRetry }: Props) {
  const { pathname, search, hash } = useLocation()
  const code = error instanceof ApiProblem ? error.code : 'internal-error'
  const again = (
    <button type="button" className="button" onClick={() => onRetry()}>
      Try again
    </button>
  )
  const home = (
    <Link className="button-secondary" to="/home">
      Go to the front page
    </Link>
  )
  switch (code) {
    case 'offline':
      return (
        <MessagePanel title="No connection" actions={again} urgent>
          <p>The server cannot be reached. Check your connection, then try again.</p>
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
          <p>Sign in again and you come back to this page.</p>
        </MessagePanel>
      )
    }
    case 'forbidden':
      return (
        <MessagePanel title="Not for this account" actions={home} urgent>
          <p>You are not allowed to see this. If you should be, ask the organiser of the pool.</p>
        </MessagePanel>
      )
    case 'not-found':
      return (
        <MessagePanel title="Not found" actions={home} urgent>
          <p>What you are looking for is not here, or not any more.</p>
        </MessagePanel>
      )
    case 'unreadable':
      return (
        <MessagePanel title="This page is out of date" actions={again} urgent>
          <p>
            The server answered something this page does not understand. Reload the page to get the newest
            one.
          </p>
        </MessagePanel>
      )
    default:
      return (
        <MessagePanel title="That did not work" actions={again} urgent>
          <p>
            {error instanceof ApiProblem
              ? error.message
              : 'Something went wrong. Wait a moment, then try again.'}
          </p>
        </MessagePanel>
      )
  }
}
