import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { currentTournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './home-screen.module.css'
import { LinksLandscape } from './links-landscape.tsx'
import { TournamentHero } from './tournament-hero.tsx'

export function HomeScreen() {
  const api = useApi()
  const user = useQuery(userQuery(api))
  const current = useQuery(currentTournamentQuery(api))
  useDocumentTitle('Player Pool')

  const error = user.error ?? current.error
  if (user.data !== undefined && current.data !== undefined) {
    return (
      <Page name={user.data.name}>
        {current.data === null ? (
          <p className={styles['empty']}>The are no tournaments at this time. Please check back later.</p>
        ) : (
          <div className={styles['hero-slot']}>
            <ClosedNotice />
            <TournamentHero tournament={current.data} userId={user.data.id} />
          </div>
        )}
      </Page>
    )
  }
  if (error !== null)
    return <ErrorPanel error={error} onRetry={() => Promise.all([user.refetch(), current.refetch()])} />
  return <LoadingPanel />
}

function Page({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <h1 className={styles['welcome']}>Welcome {name}</h1>
      {children}
      <LinksLandscape className={styles['links']} />
    </div>
  )
}

/** For users redirected here because the tournament started while they were editing their entry (docs/rules.md, 2.7). */
function ClosedNotice() {
  const { state } = useLocation()
  if (state?.closed === 'new') {
    return <Notice>The tournament started before your entry was saved, so you’re not in this one.</Notice>
  }
  if (state?.closed === 'changed') {
    return (
      <Notice>The tournament started before your last changes were saved. Your previously saved entry counts.</Notice>
    )
  }
  return null
}
