import type { ReactNode } from 'react'
import type { Golfer } from '#domain/field/field.ts'
import type { Tournament, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { LiveBoardStatus } from '#web/board/board-status.tsx'
import { findSharedProgress } from '#web/board/golfer-progress.ts'
import { findNextTeeTime } from '#web/board/next-tee-time.ts'
import { toMoment } from '#web/time/time-text.ts'
import { useNow } from '#web/time/use-now.ts'
import { TournamentSwitcher } from '#web/tournament/tournament-switcher.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageButton } from '#web/ui/message-modal.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type PoolView, toPoolSummary } from './common/use-pool-view.ts'
import { LockedChanges } from './locked-changes.tsx'
import type { PoolSearch } from './use-pool-search.ts'

const RoundRecap = lazyNamed(() => import('./round-recap.tsx'), 'RoundRecap')
const OnTelevision = lazyNamed(() => import('./on-television.tsx'), 'OnTelevision')

type Props = {
  tournament: TournamentWithEntries
  userId: number
  isCurrent: boolean
  view: PoolView
  /** Null before the start, when there is nothing to find. */
  search: PoolSearch | null
  /** Toggles beside the search; none in an empty pool. */
  toggles: ReactNode
  /** Items of the menu after the recap; without them, it has the one for television. */
  items?: ReactNode
}

/** The pool's title, status and tools. */
export function PoolHeading({ tournament, userId, isCurrent, view, search, toggles, items }: Props) {
  const { pool, live, standings, phase, statusText } = view
  const recap = live.leaderboard && phase === 'scores' && tournament.cancelledReason === undefined && (
    <MessageButton title="Recap">
      <RoundRecap pool={pool} userId={userId} version={live.leaderboard.version} />
    </MessageButton>
  )
  return (
    <PageHeading
      isBoard
      title={pool.tournament.name}
      switcher={<TournamentSwitcher selectedId={tournament.id} board="pool" />}
      status={
        <>
          <LiveBoardStatus
            tournamentId={tournament.id}
            live={live}
            freshness={view}
            hasStarted={phase !== 'open'}
            isCurrent={isCurrent}
          >
            {statusText}
          </LiveBoardStatus>
          {phase === 'scores' && !live.isPast && <FirstTeeTime golfers={standings.golfers} />}
          {/(complete|final)$/i.test(statusText) && recap}
          <LockedChanges changes={tournament.lockedChanges ?? []} />
        </>
      }
      note={toPoolSummary(pool, phase === 'open')}
      tools={
        <>
          {pool.size > 0 && search !== null && (
            <SearchBox
              what="a player or golfer"
              query={search.query}
              onQueryChange={search.setQuery}
              matches={search.matches && { count: search.matches.count, of: pool.size }}
            />
          )}
          {pool.size > 0 && toggles}
          <MoreMenu key={`${pool.tournament.name} ${live.isPast}`}>
            {recap}
            {items || <TelevisionItem tournament={tournament} />}
          </MoreMenu>
        </>
      }
    />
  )
}

export function TelevisionItem({ tournament }: { tournament: Tournament }) {
  return (
    <MessageButton title="On television">
      <OnTelevision tournament={tournament} />
    </MessageButton>
  )
}

/** While all golfers wait for their tee times: the first of them, instead of one at each golfer. */
function FirstTeeTime({ golfers }: { golfers: readonly Golfer[] }) {
  const now = useNow(60_000)
  const next = findSharedProgress(golfers) === 'waiting' ? findNextTeeTime(golfers, now) : null
  if (next === null) return null
  return (
    <span>
      From <time dateTime={next.teeTime}>{toMoment(next.teeTime, now)}</time>
    </span>
  )
}

/** Says that a tournament was cancelled, and why. */
export function CancelledNotice({ tournament: { cancelledReason } }: { tournament: Tournament }) {
  if (cancelledReason === undefined) return null
  return <Notice>{`It ended without places. ${cancelledReason}`}</Notice>
}
