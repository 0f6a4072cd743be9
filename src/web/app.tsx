import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { api } from '#contract/paths.ts'
import { clientConfiguration } from '#contract/sign-in-contract.ts'
import { createApiClient } from './api/api-client.ts'
import { ApiProblem } from './api/api-problem.ts'
import { ApiContext } from './api/use-api.ts'
import { userQuery } from './api/user-queries.ts'
import { dropDraftsOf } from './drafts/draft-shelf.ts'
import { createUpdateCheck } from './frame/update-check.ts'
import { restoreWhenOffline, startKeeping } from './offline/keeping.ts'
import { forgetKept } from './offline/kept-owner.ts'
import { AppRoutes, preloadScreens } from './routes.tsx'
import { createAuthorizeService } from './session/authorize-service.ts'
import { createSession } from './session/session.ts'
import { findStoredUser, forgetStoredUser } from './session/stored-user.ts'
import { SessionContext } from './session/use-session.ts'
import { registerWorker } from './worker-registration.ts'

/** What the first picture does not need comes after it: renewing, the update check, the worker, the code of other screens. */
const settlingMs = 5000

type Parts = ReturnType<typeof createParts>

/** Builds everything that lives as long as the page, and joins it. */
export function createParts(mainScript: string) {
  const nobody = async () => undefined
  const anonymousClient = createApiClient({ getAccessToken: nobody, onUnauthorized: nobody })
  const signedOut = new BroadcastChannel('player-pool:signed-out')
  const queries = createQueryClient()
  const dropDrafts = () => {
    const user = queries.getQueryData(userQuery(anonymousClient).queryKey)
    if (user !== undefined) dropDraftsOf(localStorage, user.id)
  }
  const session = createSession({
    announceSignOut: () => {
      dropDrafts()
      signedOut.postMessage(undefined)
    },
    findStoredUser: () => findStoredUser(sessionStorage, new Date()),
    forgetStoredUser: () => {
      forgetStoredUser(sessionStorage)
      dropDrafts()
      forgetKept()
      // Who signs in next, without the page being loaded anew, must not see what this one was told.
      queries.clear()
    },
    openManager: async (events) => {
      const [configuration, { openOidcManager }] = await Promise.all([
        anonymousClient.get(api.clientConfiguration(), clientConfiguration),
        import('./session/oidc-client.ts'),
      ])
      return openOidcManager(configuration, events)
    },
  })
  signedOut.onmessage = () => session.endHere()
  const findSubject = () => session.getState().user?.profile.sub
  restoreWhenOffline(queries, findSubject)
  return {
    session,
    keepBoard: () => startKeeping(queries, findSubject),
    // The specification sends what goes wrong on the way, such as the switched-off popup, to the console alone.
    // biome-ignore lint/suspicious/noConsole: see above.
    authorize: createAuthorizeService(session, { report: (error) => console.debug(error) }),
    client: createApiClient(session),
    queries,
    updateCheck: createUpdateCheck(anonymousClient, mainScript),
  }
}

/** Refusals stay refusals: only what may pass by itself is asked for again. */
function createQueryClient(): QueryClient {
  const mayPass = (error: unknown) =>
    error instanceof ApiProblem && ['offline', 'unavailable', 'feed-unavailable'].includes(error.code)
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && mayPass(error), networkMode: 'always' },
    },
  })
}

export function App({ session, keepBoard, authorize, client, queries, updateCheck }: Parts) {
  useEffect(() => {
    let stops: (() => void)[] = []
    const settled = setTimeout(() => {
      void session.start()
      preloadScreens()
      registerWorker()
      stops = [updateCheck.start(), keepBoard()]
    }, settlingMs)
    return () => {
      clearTimeout(settled)
      for (const stop of stops) stop()
    }
  }, [session, updateCheck, keepBoard])
  return (
    <CSPProvider disableStyleElements>
      <SessionContext value={{ session, authorize }}>
        <ApiContext value={client}>
          <QueryClientProvider client={queries}>
            <BrowserRouter>
              <AppRoutes updateCheck={updateCheck} />
            </BrowserRouter>
          </QueryClientProvider>
        </ApiContext>
      </SessionContext>
    </CSPProvider>
  )
}
