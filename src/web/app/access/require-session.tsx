import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { hasRole, type Role } from '#domain/permissions.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { findCacheOwner } from '#web/offline/offline-cache-store.ts'
import { isRestored } from '#web/offline/restored-data.ts'
import { useSession, useSessionServices } from '#web/session/use-session.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { useSignInUrl } from '#web/ui/sign-in-link.tsx'
import { OfflineGate } from './offline-gate.tsx'

/**
 * Shows the screen to signed-in users; everyone else signs in first and then returns here. During a silent sign-in, the
 * screen shows the cached board or its skeleton, and its API calls wait. A screen that is already open stays when its
 * token expires, so that no input is lost.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session } = useSessionServices()
  const { user, isChecking } = useSession()
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

  if (isChecking || (user !== undefined && !failed)) return children
  // Signing in needs a network, but the offline cache may have a board to show.
  if (navigator.onLine && findCacheOwner() === null) return <Redirect to={signInUrl} replace />
  return <OfflineGate signInUrl={signInUrl}>{children}</OfflineGate>
}

/** Shows the screen to users with the role and redirects everyone else to the home page (docs/rules.md, 11.2). */
export function RequireRole({ atLeast, children }: { atLeast: Role; children: ReactNode }) {
  const query = useQuery(userQuery)
  const { data: user, error, refetch } = query
  if (user !== undefined && hasRole(user, atLeast)) return children
  if (user !== undefined && !isRestored(query)) return <Redirect to="/home" replace />
  if (error !== null) return <ErrorPanel error={error} onRetry={refetch} />
  return <LoadingPanel>Loading</LoadingPanel>
}
