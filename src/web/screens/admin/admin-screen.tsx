import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { hasRole, type User } from '#domain/permissions.ts'
import { formatCount, formatList, formatNumber } from '#domain/text/format.ts'
import { backupQuery, feedStatusQuery, healthQuery, serverSetupQuery, updateQuery } from '#web/api/admin-queries.ts'
import { announcementQuery, currentTournamentQuery, tournamentListQuery } from '#web/api/tournament-queries.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { mailNotice } from '#web/notifications/reach-text.ts'
import { toDateAndClock, toMomentText } from '#web/time/time-text.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './admin.module.css'
import { AdvancedSection } from './advanced/advanced-section.tsx'
import { type Outcome, ShowOutcomeContext } from './common/use-admin-mutation.ts'
import { CorrectionsSection } from './corrections/corrections-section.tsx'
import { InvitationsSection } from './invitations/invitations-section.tsx'
import { NextStepPanel } from './next-step/next-step-panel.tsx'
import { WithdrawalsSection } from './notifications/golfer-withdrawals-section.tsx'
import { NewcomersNotice } from './notifications/newcomers-notice.tsx'
import { RemindersSection } from './notifications/reminders-section.tsx'
import { WebhooksSection } from './notifications/webhooks-section.tsx'
import { StatusBanner } from './status-banner.tsx'
import { AnnouncementSection } from './tournaments/announcement-section.tsx'
import { TournamentsSection } from './tournaments/tournaments-section.tsx'
import { useTournamentActions } from './tournaments/use-tournament-actions.tsx'
import { UsersSection } from './users/users-section.tsx'

/** The organisers’ screen. Its route redirects everyone else (docs/rules.md, 11.2). */
export function AdminScreen() {
  const { data: user } = useQuery(userQuery)
  useDocumentTitle(`Admin - ${pageSettings.name}`)
  return user === undefined ? null : <AdminPanel user={user} />
}

function AdminPanel({ user }: { user: User }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isAdmin = hasRole(user, 'admin')
  return (
    <ShowOutcomeContext value={setOutcome}>
      <div className={styles.panel}>
        <Sections isAdmin={isAdmin} />
        <Footer isAdmin={isAdmin} />
        <StatusBanner outcome={outcome} dismiss={() => setOutcome(null)} />
      </div>
    </ShowOutcomeContext>
  )
}

/** One thing to do next, the two tables, and whatever is needed less often. */
function Sections({ isAdmin }: { isAdmin: boolean }) {
  const tournaments = useQuery(tournamentListQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const tournamentsHeading = useRef<HTMLHeadingElement>(null)
  const { actions, dialogs } = useTournamentActions({ isAdmin, findHeading: () => tournamentsHeading.current })
  const active = tournaments.data?.find((tournament) => tournament.active)
  const { data: announced } = useQuery(announcementQuery)
  // The last that was played, unless another is under way.
  const current = useQuery(currentTournamentQuery)
  const latest = current.data ?? undefined
  const invited = active ?? latest
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        Admin
      </h1>
      <div className={styles.notices}>
        {isAdmin && <NewerVersion />}
        {isAdmin && <FailedBackup />}
        <NoMailServer />
        <MissingScores tournamentId={active?.id} />
        <UnidentifiedGolfers />
        <ProvisionalField />
        <FeedStart tournament={active} />
        {active !== undefined && <NewcomersNotice tournament={active} onAdded={() => heading.current?.focus()} />}
      </div>
      {tournaments.data && <NextStepPanel tournaments={tournaments.data} actions={actions} />}
      <TournamentsSection query={tournaments} isAdmin={isAdmin} actions={actions} headingRef={tournamentsHeading} />
      <UsersSection isAdmin={isAdmin} />
      {current.isPending && tournaments.data !== undefined && <LoadingPanel />}
      <div className={styles.folded}>
        {invited !== undefined && <InvitationsSection key={`invitations-${invited.id}`} tournament={invited} />}
        {active !== undefined && <NotificationSections key={active.id} tournament={active} />}
        {latest !== undefined && <CorrectionsSection key={`corrections-${latest.id}`} tournament={latest} />}
        {announced !== undefined && <AnnouncementSection announced={announced} />}
        <WebhooksSection />
        {isAdmin && <AdvancedSection tournaments={tournaments.data ?? []} />}
      </div>
      {dialogs}
    </>
  )
}

/** Reminders and withdrawals; both end at the start (docs/rules.md, 9). */
function NotificationSections({ tournament }: { tournament: TournamentSummary }) {
  if (useHasStarted(tournament)) return null
  return (
    <>
      <RemindersSection tournament={tournament} />
      <WithdrawalsSection tournament={tournament} />
    </>
  )
}

/** A newer release of the software, if the operator has set UPDATE_URL. */
function NewerVersion() {
  const { newer } = useQuery(updateQuery).data ?? { newer: null }
  if (newer === null) return null
  return (
    <Notice>
      <a href={newer.url} target="_blank" rel="noreferrer">
        {`Player Pool ${newer.version} is available`}
      </a>
    </Notice>
  )
}

function FailedBackup() {
  const { data: backup } = useQuery(backupQuery)
  return backup?.failure ? <Notice>{`The nightly backup cannot be written: ${backup.failure}`}</Notice> : null
}

/** Stands as long as it is so. */
function NoMailServer() {
  const { data: setup } = useQuery(serverSetupQuery)
  return setup?.isMailSetUp === false ? (
    <Notice>{`${mailNotice} Ask the operator to set up a mail server.`}</Notice>
  ) : null
}

function MissingScores({ tournamentId }: { tournamentId: number | undefined }) {
  const fault = useQuery(feedStatusQuery).data?.fault
  if (!fault || tournamentId === undefined) return null
  const action = <Link href={`/admin/tournaments/${tournamentId}/scores`}>Enter scores</Link>
  return <Notice action={action}>{`No new scores since ${toDateAndClock(fault.since)}. ${fault.text}`}</Notice>
}

/** Before the start, the golfers in the feed may not be the field yet. */
function ProvisionalField() {
  const text = useQuery(feedStatusQuery).data?.provisionalField ?? null
  return text === null ? null : <Notice>{text}</Notice>
}

/** The feed sends a few golfers without an id. */
function UnidentifiedGolfers() {
  const names = useQuery(feedStatusQuery).data?.unidentified ?? []
  if (names.length === 0) return null
  const golfers = formatCount(names.length, 'golfer')
  return <Notice>{`The feed has no id for ${golfers}, whom the board lacks: ${formatList(names)}.`}</Notice>
}

/** The feed's start, where the organisers have entered their own. */
function FeedStart({ tournament }: { tournament: TournamentSummary | undefined }) {
  if (tournament?.feedStart === undefined) return null
  const action = <Link href={`/tournament/edit/${tournament.id}`}>Change the start</Link>
  const [feed, own] = [toMomentText(tournament.feedStart), toMomentText(tournament.start)]
  return <Notice action={action}>{`The feed says that ${tournament.name} starts ${feed}, not ${own}.`}</Notice>
}

function SourceInUse() {
  const { data: feed } = useQuery(feedStatusQuery)
  if (feed === undefined) return null
  const when = feed.since === null ? '' : `, address ${feed.number} of the feed since ${toDateAndClock(feed.since)}`
  return ` · Scores: ${feed.host}${when}`
}

/** The version to quote in a bug report, the feed and, for admins, the last backup. Hidden if it cannot be loaded. */
function Footer({ isAdmin }: { isAdmin: boolean }) {
  const { data: health } = useQuery(healthQuery)
  return health === undefined ? null : (
    <p className={`small-print ${styles.version}`}>
      {`Player Pool ${health.version}`}
      <SourceInUse />
      {isAdmin && <LastBackup />}
    </p>
  )
}

function LastBackup() {
  const { data: backup } = useQuery(backupQuery)
  if (backup === undefined) return null
  if (!backup.isOn) return ' · Nightly backups are off'
  if (backup.last === null) return ' · No nightly backup yet'
  const { madeAt, bytes, users } = backup.last
  const size = `${formatNumber(Math.ceil(bytes / 1000))} KB`
  return ` · Last nightly backup: ${toDateAndClock(madeAt)}, ${size}, ${formatCount(users, 'user')}`
}
