import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useSessionServices } from '#web/session/use-session.ts'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { type AuthenticationOutcome, runAuthenticationAction } from './authentication-action.ts'

type Shown =
  | Exclude<AuthenticationOutcome, { kind: 'navigate' | 'leave' | 'leaving' }>
  | { kind: 'error'; text: string }

/** React runs an effect twice while developing; the second run joins the first one's sign-in. */
const running = new Map<string, Promise<AuthenticationOutcome>>()

const progressTexts: Record<string, string> = {
  login: 'Processing login',
  'login-callback': 'Processing login callback',
  logout: 'Processing logout',
  'logout-callback': 'Processing logout callback',
}

export function AuthenticationScreen() {
  const { action = '' } = useParams()
  const { key, state: historyState } = useLocation()
  const navigate = useNavigate()
  const { session, authorize } = useSessionServices()
  const [shown, setShown] = useState<Shown>()
  useDocumentTitle('Player Pool')

  useEffect(() => {
    let isCancelled = false
    const visit = { url: new URL(location.href), historyState }
    const parts = { service: authorize, isSignedIn: () => session.getState().user !== undefined }
    runOnce(`${key} ${visit.url.href}`, () => runAuthenticationAction(action, visit, parts)).then(
      (outcome) => {
        if (isCancelled) return
        if (outcome.kind === 'navigate') navigate(outcome.to, { replace: true })
        else if (outcome.kind === 'leave') location.replace(outcome.to)
        else if (outcome.kind !== 'leaving') setShown(outcome)
      },
      (error: unknown) =>
        isCancelled || setShown({ kind: 'error', text: error instanceof Error ? error.message : '' }),
    )
    return () => {
      isCancelled = true
    }
  }, [action, authorize, historyState, key, navigate, session])

  if (shown !== undefined) return <OutcomePanel shown={shown} />
  const progressText = progressTexts[action]
  return progressText === undefined ? null : <LoadingPanel>{progressText}</LoadingPanel>
}

function runOnce(key: string, run: () => Promise<AuthenticationOutcome>): Promise<AuthenticationOutcome> {
  const outcome = running.get(key) ?? run().finally(() => running.delete(key))
  running.set(key, outcome)
  return outcome
}

function OutcomePanel({ shown }: { shown: Shown }) {
  const signIn = (label: string) => (
    <Link className="button" to="/authentication/login">
      {label}
    </Link>
  )
  const home = (
    <Link className="button-secondary" to="/home">
      Go to the front page
    </Link>
  )
  switch (shown.kind) {
    case 'sign-in-failed':
      return (
        <MessagePanel title="Sign-in failed" actions={signIn('Try again')} urgent>
          <p>{shown.text}</p>
        </MessagePanel>
      )
    case 'sign-out-failed':
      return (
        <MessagePanel title="Sign-out failed" actions={home} urgent>
          <p>{shown.text}</p>
          <p>This device is signed out. Your account may still be open at the sign-in service.</p>
        </MessagePanel>
      )
    case 'signed-out':
      return <MessagePanel title={shown.text} actions={signIn('Login')} />
    case 'error':
      return (
        <MessagePanel title="That address does not work" actions={home} urgent>
          <p>{shown.text}</p>
        </MessagePanel>
      )
  }
}
