import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { User } from '#domain/permissions.ts'
import { toTabTitle } from '#domain/standings/tab-title.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { BoardSkeleton } from '#web/board/board-skeleton.tsx'
import { WholePoolContext } from '#web/groups/use-friend-group.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { type PoolBoardProps, type PoolView, usePoolView } from './common/use-pool-view.ts'
import { PoolGolferModal } from './pool-golfer-modal.tsx'
import { PoolWithScores } from './pool-with-scores.tsx'

// Most visits are during play.
const PoolBeforeStart = lazyNamed(() => import('./pool-before-start.tsx'), 'PoolBeforeStart')

/** The pool of one tournament: open for entries, live or final. */
export function PoolBoard({ tournament, isCurrent, isRestored, user }: PoolBoardProps) {
  const view = usePoolView(tournament)
  const { live, standings, whole, phase } = view
  const [showsTiebreakers, setShowsTiebreakers] = useState(false)
  const areTiebreakersShown = useDeferredValue(showsTiebreakers)
  const golfer = useModalState<string>()
  useTabTitle(usePoolTabTitle(tournament, view, user))

  if (phase === 'failed') return <ErrorPanel error={live.failure} onRetry={live.refresh} />
  const Phase = phase === 'open' ? PoolBeforeStart : PoolWithScores
  return (
    <WholePoolContext value={whole === standings ? null : whole}>
      <Suspense fallback={<BoardSkeleton board="pool" />}>
        <Phase
          tournament={tournament}
          isCurrent={isCurrent}
          isRestored={isRestored}
          user={user}
          view={view}
          tiebreakers={{ isOn: showsTiebreakers, areShown: areTiebreakersShown, onChange: setShowsTiebreakers }}
          onOpenGolfer={golfer.openModal}
        />
      </Suspense>
      <PoolGolferModal view={view} opened={golfer} userId={user.id} isLive={isCurrent && !view.isFinal} />
    </WholePoolContext>
  )
}

function usePoolTabTitle({ name }: TournamentWithEntries, view: PoolView, { id: userId }: User): string {
  const { whole, live, phase } = view
  const currentRound = live.leaderboard?.currentRound ?? 0
  return useMemo(() => {
    if (phase !== 'scores') return `${name} - Player Pool`
    return toTabTitle({ standings: whole, userId, currentRound, tournamentName: name })
  }, [phase, whole, userId, currentRound, name])
}
