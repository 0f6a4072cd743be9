import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { outboundOffNotice } from '#contract/page-settings.ts'
import { hasRole } from '#domain/permissions.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { useWallView } from '#web/board/wall-view.ts'
import { useSession } from '#web/session/use-session.ts'
import { toDateAndClock } from '#web/time/time-text.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SignInAgainLink } from '#web/ui/sign-in-link.tsx'
import { useParameter } from '#web/url/parameters.ts'
import type { Visit } from '#web/url/use-address.ts'
import styles from './app-layout.module.css'
import { Masthead } from './masthead.tsx'
import type { UpdateCheck } from './update-check.ts'

/** How long the wall display stays before it refreshes itself, at least. */
const minWallTimeMs = 60_000

type LayoutProps = { updateCheck: UpdateCheck; visit: Visit; children: ReactNode }

/** The layout of every screen: header, notices and the screen itself. */
export function AppLayout({ updateCheck, visit, children }: LayoutProps) {
  const { user, needsSignIn, isChecking } = useSession()
  const { data: account } = useQuery({ ...userQuery, enabled: user !== undefined })
  const updateAvailable = useSyncExternalStore(updateCheck.subscribe, updateCheck.isAvailable)
  const main = useFocusOnNavigation(visit)
  const wallView = useWallView()
  useEffect(() => {
    if (wallView !== 'wall' || !updateAvailable) return
    // The wall display has no controls, so it refreshes automatically; not in a loop while processes of two versions answer.
    const timer = setTimeout(() => location.reload(), Math.max(0, minWallTimeMs - performance.now()))
    return () => clearTimeout(timer)
  }, [wallView, updateAvailable])
  const { name, email } = account ? { ...account, email: account.userName } : (user?.profile ?? {})
  // During a silent sign-in, the account is the owner of the cached board.
  const isKnown = user !== undefined || (isChecking && account !== undefined)

  return (
    <>
      {wallView === null && (
        <>
          <a className="skip-link no-print" href="#main">
            Skip to content
          </a>
          <Masthead
            signedIn={isKnown || (isChecking ? undefined : false)}
            userName={isKnown ? email || name : undefined}
            isPowerUser={isKnown && account !== undefined && hasRole(account, 'power')}
          />
        </>
      )}
      {pageSettings.isOutboundOff && <Notice variant="banner">{outboundOffNotice}</Notice>}
      {updateAvailable && (
        <Notice
          variant="banner"
          onDismiss={updateCheck.clear}
          action={
            <button type="button" onClick={() => location.reload()}>
              Refresh
            </button>
          }
        >
          Update Available! Refresh for the new version.
        </Notice>
      )}
      {account?.linkUsedAt !== undefined && (
        <Notice variant="banner" action={<a href={identityPaths.forgotPassword}>This wasn’t me</a>}>
          {`Your account was entered on ${toDateAndClock(account.linkUsedAt)} by a link that an organiser had made.`}
        </Notice>
      )}
      {needsSignIn && (
        <Notice variant="banner" action={<SignInAgainLink />}>
          Your session has expired. You can keep reading this page; sign in again to continue.
        </Notice>
      )}
      <main id="main" className={wallView ? undefined : styles.main} tabIndex={-1} ref={main}>
        <ErrorBoundary key={visit.path} fallback={<FailedScreen />}>
          <Suspense fallback={<LoadingPanel />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </>
  )
}

/**
 * After following a link, focuses the new screen and scrolls to its top. The browser handles the rest, such as Back. A scenario is
 * a screen of its own at the path of its pool.
 */
function useFocusOnNavigation({ path, isByLink }: Visit) {
  const main = useRef<HTMLElement>(null)
  const isScenario = useParameter('what-if') !== null
  const screen = isScenario ? `${path}?what-if` : path
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    if (!isByLink) return
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [screen, isByLink])
  return main
}

/** Contains an error to one screen. Without a connection, its code could not be loaded; the page continues once it is back. */
function FailedScreen() {
  const [isOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    if (!isOffline) return
    const reload = () => location.reload()
    // The network may be back since the screen was drawn.
    if (navigator.onLine) reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  const [title, text] = isOffline
    ? ['No connection', 'This page isn’t on this device yet. It opens by itself once you’re back online.']
    : [
        'This page stopped working',
        'Something went wrong on this page. Reload it, or go to another page if the problem continues.',
      ]
  const reload = (
    <button type="button" className="button" onClick={() => location.reload()}>
      Reload the page
    </button>
  )
  return (
    <MessagePanel title={title} actions={isOffline ? undefined : reload} urgent>
      <p>{text}</p>
    </MessagePanel>
  )
}
