import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { findCacheOwner } from '../offline/offline-cache-owner.ts'
import { useSession, useSessionServices } from '../session/use-session.ts'
import { LoadingPanel } from '../ui/message-panel.tsx'

const OfflineGate = lazy(async () => ({
  default: (await import('./offline-gate.tsx')).OfflineGate,
}))

/**
 * Shows the screen to somebody who is signed in, and sends everybody else to sign in and back here. A token whose
 * time is over counts as not signed in, so it is renewed first. A screen that is already open stays: what was typed
 * there must outlive the token.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session } = useSessionServices()
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
  if (user !== undefined && !failed) return children
  const query = new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })
  const signInUrl = `/authentication/login?${query}`
  // Without a network nobody can sign in, but this browser may have kept what he last saw.
  if (navigator.onLine && findCacheOwner() === null) return <Navigate to={signInUrl} replace />
  return (
    <Suspense fallback={<LoadingPanel>Signing you in</LoadingPanel>}>
      <OfflineGate signInUrl={signInUrl}>{children}</OfflineGate>
    </Suspense>
  )
}
