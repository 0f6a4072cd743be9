import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { LoadingPanel } from '../components/state-panel.tsx'
import { useSession, useSessionParts } from './use-session.ts'

/**
 * Shows the screen to somebody who is signed in, and sends everybody else to sign in and back here. A token whose
 * time is over counts as not signed in, so it is renewed first. A screen that is already open stays: what was typed
 * there must outlive the token.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session } = useSessionParts()
  const { user } = useSession()
  const { pathname, search, hash } = useLocation()
  const [renewing, setRenewing] = useState(user?.expired === true)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!renewing) return
    session.renew().then((renewed) => {
      setFailed(renewed === undefined)
      setRenewing(false)
    })
  }, [renewing, session])

  if (renewing && user !== undefined) return <LoadingPanel>Signing you in</LoadingPanel>
  if (user === undefined || failed) {
    const query = new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })
    return <Navigate to={`/authentication/login?${query}`} replace />
  }
  return children
}
