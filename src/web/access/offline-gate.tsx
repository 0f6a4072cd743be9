import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { ApiProblem } from '../api/api-problem.ts'
import { restoreCachedBoard } from '../offline/offline-cache-store.ts'
import type { Session } from '../session/session.ts'
import { useSessionServices } from '../session/use-session.ts'
import { LoadingPanel, MessagePanel } from '../ui/message-panel.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './offline-gate.module.css'

/** A network that lets nothing through is as good as none. */
const reachabilityTimeoutMs = 5000
const retryIntervalMs = 30_000

type Props = {
  /** Where the sign-in is, once the server can be reached. */
  signInUrl: string
  children: ReactNode
}

/**
 * For somebody who is not signed in here, and maybe without a network: signs in when the server can be reached, else
 * shows the screen with what this browser has kept, else says why there is nothing. Looks again by itself.
 */
export function OfflineGate({ signInUrl, children }: Props) {
  const { session } = useSessionServices()
  const queries = useQueryClient()
  const [status, setStatus] = useState<'asking' | 'server' | 'board' | 'nothing'>('asking')

  const checkConnection = useCallback(async () => {
    if (await isReachable(session)) setStatus('server')
    else setStatus((await restoreCachedBoard(queries)) ? 'board' : 'nothing')
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

  if (status === 'asking') return <LoadingPanel>Signing you in</LoadingPanel>
  if (status === 'server') return <Navigate to={signInUrl} replace />
  if (status === 'board') {
    const again = (
      <button type="button" onClick={checkConnection}>
        Try again
      </button>
    )
    return (
      <>
        <div className={styles['notice']}>
          <Notice action={again}>You are offline. This is what you last saw here.</Notice>
        </div>
        {children}
      </>
    )
  }
  const again = (
    <button type="button" className="button" onClick={checkConnection}>
      Try again
    </button>
  )
  return (
    <MessagePanel title="You are offline" actions={again} urgent>
      <p>Signing in needs the server, and it cannot be reached. This page goes on by itself when it can.</p>
    </MessagePanel>
  )
}

async function isReachable(session: Pick<Session, 'manager'>): Promise<boolean> {
  const reachable = session.manager().then(
    () => true,
    (error: unknown) => !(error instanceof ApiProblem && error.code === 'offline'),
  )
  return Promise.race([
    reachable,
    new Promise<false>((resolve) => setTimeout(resolve, reachabilityTimeoutMs, false)),
  ])
}
