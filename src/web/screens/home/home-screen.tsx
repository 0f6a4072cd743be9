import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { hasRole, type User } from '#domain/permissions.ts'
import { announcementQuery, currentTournamentQuery } from '#web/api/tournament-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { GroupLinks } from '#web/groups/friend-group-links.tsx'
import { RulesLink } from '#web/rules/rules-link.tsx'
import { WithUser } from '#web/states/with-user.tsx'
import { toFullDate, toLongStartText } from '#web/time/time-text.ts'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './home-screen.module.css'
import { CreateTournamentLink, TournamentHero } from './tournament-hero.tsx'

export function HomeScreen() {
  const current = useQuery(currentTournamentQuery)
  useDocumentTitle(pageSettings.name)
  return (
    <WithUser query={current} skeleton={<LoadingPanel />}>
      {(tournament, user) => (
        <Page name={user.name}>
          <div className={`stack ${styles['hero-slot']}`}>
            <ClosedNotice />
            {tournament === null ? (
              <NoTournament isOrganiser={isOrganiser(user)} />
            ) : (
              <TournamentHero tournament={tournament} userId={user.id} isOrganiser={isOrganiser(user)} />
            )}
            <AnnouncedEvent />
          </div>
        </Page>
      )}
    </WithUser>
  )
}

/** The wording is fixed (“The are”). Organisers first see the link to create a tournament. */
function NoTournament({ isOrganiser }: { isOrganiser: boolean }) {
  const text = 'The are no tournaments at this time. Please check back later.'
  if (!isOrganiser) return <p className={`to-par ruled ${styles.empty}`}>{text}</p>
  return (
    <div className="stack">
      <h2 className={`to-par ruled ${styles.empty}`}>Set up a tournament</h2>
      <CreateTournamentLink />
      <div className="small-print">
        <p>Until then, players see:</p>
        <p>{text}</p>
      </div>
    </div>
  )
}

/** The feed usually has the field two days before the start. */
const fieldMs = 2 * 24 * 60 * 60_000

/** The event that is played next (docs/rules.md, 8.7). */
function AnnouncedEvent() {
  const { data } = useQuery(announcementQuery)
  if (!data) return null
  const { name, start } = data.event
  const fieldDay = Date.parse(start) - fieldMs
  const when = data.fieldOutAt === null && fieldDay > Date.now() ? `, about ${toFullDate(fieldDay)}` : ''
  return (
    <section className={`stack-wide ruled ${styles.played}`} aria-labelledby="announced">
      <h2 id="announced">{name}</h2>
      <p className={styles.intro}>
        {data.after === null
          ? `Picks open when the field is out${when}.`
          : `Picks open after ${data.after.name} has ended.`}
      </p>
      <p>
        It starts on <time dateTime={start}>{toLongStartText(start)}</time>.{' '}
        <Link to="/notifications">Choose how you are told</Link>
      </p>
    </section>
  )
}

const isOrganiser = (user: User) => hasRole(user, 'power')

function Page({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1 className={styles.welcome}>Welcome {name}</h1>
      {children}
      <ul className={`no-print ${styles.more}`} aria-label="More">
        <li>
          <Link className="target" to="/season">
            Season standings
          </Link>
        </li>
        <li className="cluster">
          <GroupLinks className="target" />
        </li>
        <li>
          <Link className="target" to="/notifications">
            Notifications
          </Link>
        </li>
      </ul>
      <RulesLink />
      <LinksLandscape className={styles.links} />
    </div>
  )
}

/**
 * For users redirected here because the tournament started while they were editing their entry (docs/rules.md, 2.7).
 */
function ClosedNotice() {
  const state = useHistoryState<{ closed?: keyof typeof closedTexts } | null>()
  return state?.closed === undefined ? null : <Notice>{closedTexts[state.closed]}</Notice>
}

const closedTexts = {
  new: 'The tournament started before your entry was saved, so you’re not in this one.',
  changed: 'The tournament started before your last changes were saved. Your previously saved entry counts.',
}

/** A decorative line drawing of a links course. */
function LinksLandscape({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 1280 240"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      stroke="currentColor"
      vectorEffect="non-scaling-stroke"
      aria-hidden="true"
    >
      <path d="M0 92h1280" opacity="0.35" />
      <path d="M0 128c86-6 120-34 206-36 92-2 128 36 230 38 88 2 128-30 214-32 74-2 108 20 176 22 92 2 150-38 250-38 84 0 130 30 204 34" />
      <path d="M0 172c96-2 162-28 262-28 120 0 176 34 300 34 108 0 158-26 262-26 92 0 138 22 226 22 96 0 150-18 230-18" />
      <path d="M0 216c150-20 296-26 452-12 132 12 226 14 356 2 164-16 312-12 472 6" />
      <path d="M0 238c220-14 420-16 640-8 220 8 420 6 640-4" />
      <path d="M826 205V108" strokeWidth="2" />
      <path d="M827 109l34 11-34 12z" fill="currentColor" stroke="none" />
      <ellipse cx="826" cy="205" rx="9" ry="2.4" fill="currentColor" stroke="none" />
    </svg>
  )
}
