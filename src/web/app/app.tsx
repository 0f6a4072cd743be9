import { QueryClient, QueryClientProvider, type QueryFunction } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { appSignInPath, signInCallbackPath } from '#contract/identity-paths.ts'
import { api } from '#contract/paths.ts'
import type { ClientConfiguration, SignInParameters } from '#contract/sign-in-contract.ts'
import { createApiClient } from '#web/api/api-client.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { fetchResource } from '#web/api/resource-query.ts'
import { ApiContext } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { removeUserDrafts } from '#web/forms/draft-store.ts'
import { removeStars } from '#web/golfer/use-stars.ts'
import { keepGroup } from '#web/groups/use-friend-group.ts'
import { findNotificationOwner } from '#web/notifications/notification-owner.ts'
import { restoreWhenOffline, startOfflineCache } from '#web/offline/offline-cache.ts'
import { clearOfflineCache, findCacheOwner, restoreCachedBoard } from '#web/offline/offline-cache-store.ts'
import { removeLastVisit } from '#web/own-entries/use-last-visit.ts'
import { isEmbedded } from '#web/session/embedded-provider.ts'
import { openOidcManager } from '#web/session/oidc-client.ts'
import { createSession } from '#web/session/session.ts'
import { findStoredUser, removeStoredUser } from '#web/session/stored-user.ts'
import { SessionContext } from '#web/session/use-session.ts'
import { historySteps } from '#web/url/history-steps.ts'
import { leaveIfAgreed, stopAsking } from '#web/url/leave-question.ts'
import { useSearchInTransition } from '#web/url/use-address.ts'
import { createUpdateCheck } from './frame/update-check.ts'
import { toTrustedScriptUrl } from './page/script-url.ts'
import { AppRoutes, preloadOnInput } from './routes.tsx'

/** Delays what the first paint does not need: update check, service worker, offline cache, other screens. */
const idleStartDelayMs = 5000

/** How long the first paint waits for the offline cache. */
const restoreTimeoutMs = 500

type AppServices = ReturnType<typeof createAppServices>

/** Creates and connects everything that lives as long as the page. */
export function createAppServices(mainScript: string) {
  const noToken = async () => undefined
  const anonymousClient = createApiClient({ getAccessToken: noToken, onUnauthorized: noToken })
  const signOutChannel = new BroadcastChannel('player-pool:signed-out')
  const queries = createQueryClient((context) => fetchResource(client, context))
  const removeTraces = () => {
    const user = queries.getQueryData(userQuery.queryKey)
    if (user !== undefined) removeUserDrafts(user.id)
    removeStars()
    removeLastVisit()
  }
  const session = createSession({
    startsWithCheck: needsUser(location.pathname) || isSignInStep(location.pathname),
    broadcastSignOut: () => {
      removeTraces()
      signOutChannel.postMessage(undefined)
    },
    findStoredUser: () => findStoredUser(sessionStorage),
    removeStoredUser: () => {
      removeStoredUser(sessionStorage)
      removeTraces()
      clearOfflineCache()
      // Another user may sign in without a page load and must not see this user's data.
      queries.clear()
    },
    onSessionEnded: () => {
      clearOfflineCache()
      // The cached board, shown during the silent sign-in.
      if (session.getState().user === undefined) queries.clear()
    },
    openManager: async (events) => {
      const configuration = await anonymousClient.get<ClientConfiguration>(api.clientConfiguration())
      const extra = isEmbedded(configuration) ? {} : await anonymousClient.get<SignInParameters>(api.signInParameters())
      return openOidcManager(configuration, extra, events)
    },
  })
  signOutChannel.onmessage = () => session.signOutLocally()
  const getSubject = () => session.getState().user?.profile.sub
  const getCacheOwner = () => {
    const { user, needsSignIn } = session.getState()
    // Once the session has ended, what the open page shows is not stored again.
    if (needsSignIn || user?.profile.sub === undefined) return undefined
    return { subject: user.profile.sub, tokenExpiresAt: (user.expires_at ?? 0) * 1000 }
  }
  restoreWhenOffline(queries, getSubject)
  const cacheOwner = findCacheOwner()
  session.subscribe(() => {
    const subject = getSubject()
    if (subject === undefined || cacheOwner === null || subject === cacheOwner) return
    if (findCacheOwner() !== cacheOwner) return
    // Another user has signed in: remove the previous user's data from the browser and the screen.
    clearOfflineCache()
    stopAsking()
    location.reload()
  })
  const updateCheck = createUpdateCheck(anonymousClient, mainScript)
  const client = createApiClient({ ...session, onOtherVersion: updateCheck.report })
  return {
    session,
    /** Restores the cached board of the page. */
    open: async () => {
      if (!needsUser(location.pathname)) return
      await restoreLastBoard(queries, getSubject())
      void session.resume()
    },
    startOfflineCache: () => startOfflineCache(queries, getCacheOwner),
    // biome-ignore lint/suspicious/noConsole: sign-in errors that the user does not see go to the console only.
    reportError: (error: unknown) => console.debug(error),
    client,
    queries,
    updateCheck,
  }
}

/** True for every path except the sign-in pages. */
function needsUser(path: string): boolean {
  return !path.startsWith('/authentication/')
}

function isSignInStep(path: string): boolean {
  return path === appSignInPath || path === signInCallbackPath
}

/** Fills the queries of the cached board. A slow disk delays the first paint only until the timeout. */
async function restoreLastBoard(queries: QueryClient, subject: string | undefined): Promise<void> {
  if (findCacheOwner() === null) return
  const timeout = new Promise((resolve) => setTimeout(resolve, restoreTimeoutMs))
  await Promise.race([restoreCachedBoard(queries, subject).catch(() => undefined), timeout])
}

/** Retries transient errors only. A request that has timed out has kept the user waiting long enough. */
function createQueryClient(queryFn: QueryFunction): QueryClient {
  const hasTimedOut = ({ cause }: ApiProblem) => cause instanceof DOMException && cause.name === 'TimeoutError'
  const isTransient = (error: unknown) =>
    error instanceof ApiProblem &&
    ['offline', 'unavailable', 'feed-unavailable'].includes(error.code) &&
    !hasTimedOut(error)
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn,
        retry: (count, error) => count < 2 && isTransient(error),
        networkMode: 'always',
        // A query that failed without a network is refetched when the network returns.
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      // Without a network, a save fails at once instead of waiting for it.
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * A link to the current page replaces its history entry instead of adding one. In a dialog or menu, it does nothing but
 * what the link itself does.
 */
const followLink: AroundNavHandler = (navigate, path, options) => {
  const to = keepGroup(path)
  const isHere = new URL(to, location.href).href === location.href
  if (isHere && historySteps.isDeep()) return
  const go = () => historySteps.leave(() => navigate(to, { ...options, replace: options?.replace ?? isHere }))
  // A sign-in returns to this page.
  if (isHere || to.startsWith(`${appSignInPath}?`)) go()
  else leaveIfAgreed(go)
}

export function App({
  session,
  startOfflineCache,
  reportError,
  client,
  queries,
  updateCheck,
}: Omit<AppServices, 'open'>) {
  useEffect(() => {
    let cleanups = [preloadOnInput()]
    const idleTimer = setTimeout(() => {
      registerServiceWorker()
      void session.start()
      cleanups = [...cleanups, updateCheck.start(), startOfflineCache()]
      if (findNotificationOwner() !== undefined && session.getState().user !== undefined)
        import('#web/notifications/subscription.ts')
          .then(({ checkSubscription }) => checkSubscription(client))
          .catch(() => undefined)
    }, idleStartDelayMs)
    return () => {
      clearTimeout(idleTimer)
      for (const stop of cleanups) stop()
    }
  }, [session, client, updateCheck, startOfflineCache])
  return (
    <SessionContext value={{ session, reportError }}>
      <ApiContext value={client}>
        <QueryClientProvider client={queries}>
          <Router aroundNav={followLink} searchHook={useSearchInTransition}>
            <AppRoutes updateCheck={updateCheck} />
          </Router>
        </QueryClientProvider>
      </ApiContext>
    </SessionContext>
  )
}

const serviceWorkerUrl = '/sw.js'

/** The service worker only adds offline start; without it the app works the same while online. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Fails if storage is blocked or the server does not offer a worker. The app works without it.
  navigator.serviceWorker.register(toTrustedScriptUrl(serviceWorkerUrl)).catch(() => undefined)
}
