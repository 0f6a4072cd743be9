import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useApi } from '#web/api/use-api.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { turnOffBeforeSignOut } from '#web/notifications/subscription.ts'
import { type AuthorizeService, createAuthorizeService } from '#web/session/authorize-service.ts'
import { useSession, useSessionServices } from '#web/session/use-session.ts'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { type AuthenticationOutcome, runAuthenticationAction } from './authentication-action.ts'

type PanelOutcome = { kind: keyof typeof failureTitles | 'signed-out'; text: string }

/** How long a sign-out waits for notifications to be turned off. */
const turnOffTimeoutMs = 3000

/** Lives as long as the page, because it remembers which callbacks have been redeemed. */
let service: AuthorizeService | undefined

const progressTexts: Readonly<Record<string, string>> = {
  login: 'Processing login',
  'login-callback': 'Processing login callback',
  logout: 'Processing logout',
  'logout-callback': 'Processing logout callback',
}

/** Runs the sign-in step that the URL names and shows its outcome (docs/security.md, 1.2). Its key is the visit. */
export function AuthenticationScreen() {
  const { action = '' } = useParams()
  const { session, reportError } = useSessionServices()
  const client = useApi()
  const [panel, setPanel] = useState<PanelOutcome>()
  // React runs effects twice in development; the second run shares the first one’s sign-in.
  const running = useRef<Promise<AuthenticationOutcome>>(undefined)
  useDocumentTitle(pageSettings.name)

  useEffect(() => {
    let isCancelled = false
    const visit = { url: new URL(location.href), historyState: history.state }
    service ??= createAuthorizeService(session, { report: reportError })
    const dependencies = {
      service,
      isSignedIn: () => session.getState().user !== undefined,
      beforeSignOut: () => turnOffBeforeSignOut(client, turnOffTimeoutMs),
    }
    const run = async () => {
      // A sign-out may be requested before it is known who is signed in.
      await session.settle()
      return runAuthenticationAction(action, visit, dependencies)
    }
    running.current ??= run()
    running.current.then(
      (outcome) => {
        if (outcome.kind !== 'redirect' && outcome.kind !== 'redirecting') session.endCheck()
        if (isCancelled) return
        if (outcome.kind === 'navigate') navigate(outcome.to, { replace: true })
        else if (outcome.kind === 'redirect') location.replace(outcome.to)
        else if (outcome.kind !== 'redirecting') setPanel(outcome)
      },
      (error: unknown) => {
        session.endCheck()
        if (!isCancelled) setPanel({ kind: 'error', text: error instanceof Error ? error.message : '' })
      },
    )
    return () => {
      isCancelled = true
    }
  }, [action, client, reportError, session])

  if (panel !== undefined) return <OutcomePanel outcome={panel} />
  const progressText = progressTexts[action]
  return progressText === undefined ? null : <LoadingPanel>{progressText}</LoadingPanel>
}

function OutcomePanel({ outcome }: { outcome: PanelOutcome }) {
  const isSignedIn = useSession().user !== undefined
  const signIn = (label: string) => (
    <Link className="button" to="/authentication/login">
      {label}
    </Link>
  )
  const home = (
    <Link className="button-secondary" to="/home">
      Go to the home page
    </Link>
  )
  const logout = (
    <>
      {home}
      <Link className="button-secondary" to="/authentication/logout" state={{ local: true }}>
        Logout
      </Link>
    </>
  )
  if (outcome.kind === 'signed-out')
    return <MessagePanel title={outcome.text} actions={isSignedIn ? logout : signIn('Login')} />
  return (
    <MessagePanel
      title={failureTitles[outcome.kind]}
      actions={outcome.kind === 'sign-in-failed' ? signIn('Try again') : home}
      urgent
    >
      <p>{outcome.text}</p>
      {outcome.kind === 'sign-out-failed' && (
        <p>
          You’re signed out of {pageSettings.name} on this device, but you may still be signed in with your sign-in
          provider.
        </p>
      )}
    </MessagePanel>
  )
}

const failureTitles = {
  'sign-in-failed': 'Sign-in failed',
  'sign-out-failed': 'Sign-out failed',
  error: 'This link doesn’t work',
} as const
