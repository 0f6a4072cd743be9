import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useSessionParts } from '#web/session/use-session.ts'
import { LoadingPanel, StatePanel } from '#web/ui/state-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { type Outcome, runAuthenticationAction } from './authentication-action.ts'

type Shown = Exclude<Outcome, { kind: 'navigate' | 'leave' | 'leaving' }> | { kind: 'fault'; text: string }

/** React runs an effect twice while developing; the second run joins the first one's sign-in. */
const running = new Map<string, Promise<Outcome>>()

const waitingTexts: Record<string, string> = {
  login: 'Processing login',
  'login-callback': 'Processing login callback',
  logout: 'Processing logout',
  'logout-callback': 'Processing logout callback',
}

export function AuthenticationScreen() {
  const { action = '' } = useParams()
  const { key, state: historyState } = useLocation()
  const navigate = useNavigate()
  const { session, authorize } = useSessionParts()
  const [shown, setShown] = useState<Shown>()
  useDocumentTitle('Player Pool')

  useEffect(() => {
    let left = false
    const visit = { url: new URL(location.href), historyState }
    const parts = { service: authorize, isSignedIn: () => session.getState().user !== undefined }
    joinRunning(`${key} ${visit.url.href}`, () => runAuthenticationAction(action, visit, parts)).then(
      (outcome) => {
        if (left) return
        if (outcome.kind === 'navigate') navigate(outcome.to, { replace: true })
        else if (outcome.kind === 'leave') location.replace(outcome.to)
        else if (outcome.kind !== 'leaving') setShown(outcome)
      },
      (error: unknown) =>
        left || setShown({ kind: 'fault', text: error instanceof Error ? error.message : '' }),
    )
    return () => {
      left = true
    }
  }, [action, authorize, historyState, key, navigate, session])

  if (shown !== undefined) return <OutcomePanel shown={shown} />
  const waitingText = waitingTexts[action]
  return waitingText === undefined ? null : <LoadingPanel>{waitingText}</LoadingPanel>
}

function joinRunning(place: string, run: () => Promise<Outcome>): Promise<Outcome> {
  const outcome = running.get(place) ?? run().finally(() => running.delete(place))
  running.set(place, outcome)
  return outcome
}

function OutcomePanel({ shown }: { shown: Shown }) {
  const signIn = (label: string) => (
    <Link className="button" to="/authentication/login">
      {label}
    </Link>
  )
  const home = (
    <Link className="button-quiet" to="/home">
      Go to the front page
    </Link>
  )
  switch (shown.kind) {
    case 'sign-in-failed':
      return (
        <StatePanel title="Sign-in failed" actions={signIn('Try again')} urgent>
          <p>{shown.text}</p>
        </StatePanel>
      )
    case 'sign-out-failed':
      return (
        <StatePanel title="Sign-out failed" actions={home} urgent>
          <p>{shown.text}</p>
          <p>This device is signed out. Your account may still be open at the sign-in service.</p>
        </StatePanel>
      )
    case 'signed-out':
      return <StatePanel title={shown.text} actions={signIn('Login')} />
    case 'fault':
      return (
        <StatePanel title="That address does not work" actions={home} urgent>
          <p>{shown.text}</p>
        </StatePanel>
      )
  }
}
