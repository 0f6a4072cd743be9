import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

export type SessionServices = {
  readonly session: Session
  /** Receives errors of a sign-in that the user does not see. */
  readonly reportError: (error: unknown) => void
}

export const SessionContext = createContext<SessionServices | undefined>(undefined)

export function useSessionServices(): SessionServices {
  const services = useContext(SessionContext)
  if (services === undefined) throw new Error('useSession must be used inside SessionContext.')
  return services
}

/** The current session state; re-renders when it changes. */
export function useSession(): SessionState {
  const { session } = useSessionServices()
  return useSyncExternalStore(session.subscribe, session.getState)
}
