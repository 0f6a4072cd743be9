import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AuthorizeService } from './authorize-service.ts'
import type { Session, SessionState } from './session.ts'

export type SessionServices = { readonly session: Session; readonly authorize: AuthorizeService }

export const SessionContext = createContext<SessionServices | undefined>(undefined)

export function useSessionServices(): SessionServices {
  const parts = useContext(SessionContext)
  if (parts === undefined) throw new Error('The screen stands outside of the app: there is no session.')
  return parts
}

/** Who is signed in, now and after every change. */
export function useSession(): SessionState {
  const { session } = useSessionServices()
  return useSyncExternalStore(session.subscribe, session.getState)
}
