import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation, useNavigationType } from 'react-router'
import { hasRole } from '#domain/permissions.ts'
import { useApi } from '../api/use-api.ts'
import { userQuery } from '../api/user-queries.ts'
import { isWallView } from '../board/wall-view.ts'
import { useSession } from '../session/use-session.ts'
import { LoadingPanel } from '../ui/message-panel.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './app-layout.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { Masthead } from './masthead.tsx'
import type { UpdateCheck } from './update-check.ts'

/** What stands round every screen: header, notices, the place for the screen itself. */
export function AppLayout({ updateCheck }: { updateCheck: UpdateCheck }) {
  const { user, needsSignIn } = useSession()
  const { pathname, search, hash } = useLocation()
  const { data: account } = useQuery({ ...userQuery(useApi()), enabled: user !== undefined })
  const updateAvailable = useSyncExternalStore(updateCheck.subscribe, updateCheck.isAvailable)
  const main = useFocusOnNavigation(pathname)
  const isWall = isWallView({ pathname, search })
  useEffect(() => {
    // Nobody stands before a wall to press Refresh.
    if (isWall && updateAvailable) location.reload()
  }, [isWall, updateAvailable])
  const returnQuery = new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })
  const email = account?.userName ?? user?.profile.email

  return (
    <>
      {!isWall && (
        <>
          <a className="skip-link" href="#main">
            Skip to the content
          </a>
          <Masthead
            signedIn={user !== undefined}
            email={user && email}
            isPowerUser={user !== undefined && account !== undefined && hasRole(account, 'power')}
          />
        </>
      )}
      {updateAvailable && (
        <Notice
          onDismiss={updateCheck.clear}
          action={
            <button type="button" onClick={() => location.reload()}>
              Refresh
            </button>
          }
        >
          Update Available! Refresh the page to get it.
        </Notice>
      )}
      {needsSignIn && (
        <Notice action={<Link to={`/authentication/login?${returnQuery}`}>Sign in again</Link>}>
          Your sign-in has run out. What you see stays until you leave the page.
        </Notice>
      )}
      <main id="main" className={isWall ? undefined : styles['main']} tabIndex={-1} ref={main}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<LoadingPanel />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  )
}

/** A screen that was gone to starts at its top and takes the focus; the first one and going back are the browser's. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const navigationType = useNavigationType()
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (navigationType !== 'PUSH') return
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [pathname, navigationType])
  return main
}
