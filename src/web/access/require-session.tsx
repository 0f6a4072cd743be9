import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { findCacheOwner } from '../offline/offline-cache-owner.ts'
import { useSession, useSessionServices } from '../session/use-session.ts'
import { LoadingPanel } from '../ui/message-panel.tsx'
import { useSignInUrl } from '../ui/sign-in-link.tsx'

const OfflineGate = lazy(async () => ({
  default: (await import('./offline-gate.tsx')).OfflineGate,
}))

/**
 * Shows the screen to signed-in users; everybody else signs in first and then returns here. An expired token is
 * renewed first. A screen that is already open stays when its token expires, so that no input is lost.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session } = useSessionServices()
  const { user } = useSession()
  const signInUrl = useSignInUrl()
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
  // Without a network nobody can sign in, but the offline cache may have a board to show.
  if (navigator.onLine && findCacheOwner() === null) return <Navigate to={signInUrl} replace />
  return (
    <Suspense fallback={<LoadingPanel>Signing you in</LoadingPanel>}>
      <OfflineGate signInUrl={signInUrl}>{children}</OfflineGate>
    </Suspense>
  )
}
