import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { ApiProblem } from '../api/api-problem.ts'
import { restoreBoard } from '../offline/kept-board.ts'
import type { Session } from '../session/session.ts'
import { useSessionParts } from '../session/use-session.ts'
import { Notice } from '../ui/notice.tsx'
import { LoadingPanel, StatePanel } from '../ui/state-panel.tsx'
import styles from './offline-gate.module.css'

/** A network that lets nothing through is as good as none. */
const patienceMs = 5000
const askAgainMs = 30_000

type Props = {
  /** Where the sign-in is, once the server can be reached. */
  signInAt: string
  children: ReactNode
}

/**
 * For somebody who is not signed in here, and maybe without a network: signs in when the server can be reached, else
 * shows the screen with what this browser has kept, else says why there is nothing. Looks again by itself.
 */
export function OfflineGate({ signInAt, children }: Props) {
  const { session } = useSessionParts()
  const queries = useQueryClient()
  const [found, setFound] = useState<'asking' | 'server' | 'board' | 'nothing'>('asking')

  const ask = useCallback(async () => {
    if (await isReachable(session)) setFound('server')
    else setFound((await restoreBoard(queries)) ? 'board' : 'nothing')
  }, [session, queries])

  useEffect(() => {
    void ask()
    const timer = setInterval(ask, askAgainMs)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [ask])

  if (found === 'asking') return <LoadingPanel>Signing you in</LoadingPanel>
  if (found === 'server') return <Navigate to={signInAt} replace />
  if (found === 'board') {
    const again = (
      <button type="button" onClick={ask}>
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
    <button type="button" className="button" onClick={ask}>
      Try again
    </button>
  )
  return (
    <StatePanel title="You are offline" actions={again} urgent>
      <p>Signing in needs the server, and it cannot be reached. This page goes on by itself when it can.</p>
    </StatePanel>
  )
}

async function isReachable(session: Pick<Session, 'manager'>): Promise<boolean> {
  const asked = session.manager().then(
    () => true,
    (error: unknown) => !(error instanceof ApiProblem && error.code === 'offline'),
  )
  return Promise.race([asked, new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))])
}
