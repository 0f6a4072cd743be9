import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { ApiProblem } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { restoreCachedBoard } from '#web/offline/offline-cache-store.ts'
import type { Session } from '#web/session/session.ts'
import { useSessionServices } from '#web/session/use-session.ts'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './offline-gate.module.css'

/** A server that does not respond within this time counts as unreachable. */
const reachabilityTimeoutMs = 5000
const retryIntervalMs = 30_000

type Props = {
  /** Opened once the server can be reached. */
  signInUrl: string
  children: ReactNode
}

/**
 * For users who are not signed in and may be offline. Starts the sign-in if the server can be reached; otherwise shows
 * the screen from the offline cache, or explains why there is nothing to show. Retries automatically.
 */
export function OfflineGate({ signInUrl, children }: Props) {
  const { session } = useSessionServices()
  const queries = useQueryClient()
  // The cached board may be on the screen already and must not disappear during the check.
  const [status, setStatus] = useState<'checking' | 'online' | 'cached' | 'empty'>(() =>
    queries.getQueryData(queryKeys.user) === undefined ? 'checking' : 'cached',
  )

  const checkConnection = useCallback(async () => {
    if (await isReachable(session)) setStatus('online')
    else setStatus((await restoreCachedBoard(queries)) ? 'cached' : 'empty')
  }, [session, queries])

  useEffect(() => {
    void checkConnection()
    const timer = setInterval(checkConnection, retryIntervalMs)
    window.addEventListener('online', checkConnection)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', checkConnection)
    }
  }, [checkConnection])

  if (status === 'checking') return <LoadingPanel>Signing you in</LoadingPanel>
  if (status === 'online') return <Redirect to={signInUrl} replace />
  const toRetry = (className?: string) => (
    <button type="button" className={className} onClick={checkConnection}>
      Try again
    </button>
  )
  if (status === 'cached') {
    return (
      <>
        <div className={styles.notice}>
          <Notice variant="banner" action={toRetry()}>
            You’re offline. This is the last version saved on this device.
          </Notice>
        </div>
        {children}
      </>
    )
  }
  return (
    <MessagePanel title="You are offline" actions={toRetry('button')} urgent>
      <p>You need a connection to sign in. This page will continue automatically once you’re back online.</p>
    </MessagePanel>
  )
}

async function isReachable(session: Pick<Session, 'manager'>): Promise<boolean> {
  const reachable = session.manager().then(
    () => true,
    (error: unknown) => !(error instanceof ApiProblem && error.code === 'offline'),
  )
  return Promise.race([reachable, new Promise<false>((resolve) => setTimeout(resolve, reachabilityTimeoutMs, false))])
}
