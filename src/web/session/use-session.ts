import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AuthorizeService } from './authorize-service.ts'
import type { Session, SessionState } from './session.ts'

export type SessionServices = { readonly session: Session; readonly authorize: AuthorizeService }

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
