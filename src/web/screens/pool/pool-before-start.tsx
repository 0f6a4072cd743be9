import { useRef } from 'react'
import { Link } from 'wouter'
import type { Tournament } from '#domain/tournament/tournament.ts'
import type { BoardHandle } from '#web/board/board-body.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { BoardToggle } from '#web/board/board-toggle.tsx'
import { UnsavedEntryNotice } from '#web/own-entries/unsaved-entry-notice.tsx'
import { CalendarButton } from '#web/tournament/calendar-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { PoolPhaseProps } from './common/use-pool-view.ts'
import { useOpenEntry } from './entry/open-entry.tsx'
import { PicksBoard } from './picks-board.tsx'
import styles from './pool-board.module.css'
import { PoolEntrants } from './pool-entrants.tsx'
import { PoolFoot } from './pool-foot.tsx'
import { CancelledNotice, PoolHeading } from './pool-heading.tsx'
import { usePoolSort } from './table/pool-columns.ts'

/** The pool while entries can still change: the names of the entrants, and the viewer's own picks. */
export function PoolBeforeStart({ tournament, isCurrent, user, view, tiebreakers, onOpenGolfer }: PoolPhaseProps) {
  const { pool, live, standings } = view
  const control = usePoolSort(tiebreakers.areShown)
  const board = useRef<BoardHandle>(null)
  const entry = useOpenEntry()
  return (
    <div className={styles.board}>
      <PoolHeading
        tournament={tournament}
        userId={user.id}
        isCurrent={isCurrent}
        view={view}
        search={null}
        toggles={
          <BoardToggle isOn={tiebreakers.isOn} onChange={tiebreakers.onChange}>
            Tiebreakers
          </BoardToggle>
        }
      />
      {tournament.active && (
        <PoolBanner tournament={tournament} entryId={tournament.entries.find(({ userId }) => userId === user.id)?.id} />
      )}
      <CancelledNotice tournament={tournament} />
      <UnsavedEntryNotice tournament={tournament} userId={user.id} hasLink />
      {pool.size > 0 && (
        <PicksBoard
          standings={standings}
          before={null}
          hasScores={false}
          matches={null}
          control={control}
          showTiebreakers={tiebreakers.areShown}
          userId={user.id}
          entry={entry}
          onOpenGolfer={onOpenGolfer}
          ref={board}
        />
      )}
      <PoolEntrants pool={pool} userId={user.id} />
      <PoolFoot tournament={tournament} standings={view.whole} hasStarted={false} />
      {isCurrent && !live.isPast && (
        <BoardFooter tournamentId={tournament.id} live={live} freshness={view} hasStarted={false} />
      )}
    </div>
  )
}

type BannerProps = { tournament: Tournament; entryId: number | undefined }

/** A link to the viewer’s entry, shown while entries are open (docs/rules.md, 2.4). */
function PoolBanner({ tournament, entryId }: BannerProps) {
  const [text, link, path] =
    entryId === undefined
      ? ['Please create an entry before the tournament starts.', 'Create entry', '/entry/new']
      : ['You can still edit your entry before the tournament starts.', 'Edit entry', `/entry/edit/${entryId}`]
  const action = (
    <div className={`cluster ${styles['banner-actions']}`}>
      <Link to={path}>{link}</Link>
      <CalendarButton tournament={tournament} className="button-text" />
    </div>
  )
  return <Notice action={action}>{text}</Notice>
}
