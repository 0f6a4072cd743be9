import type { Ref } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { SortControl } from '#web/board/board-sort.ts'
import { ShareButton } from '#web/board/share-button.tsx'
import { SortMenu } from '#web/board/sort-menu.tsx'
import type { useOwnEntries } from '#web/own-entries/use-own-entries.ts'
import { openVersion } from '#web/replay/use-past-board.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageButton } from '#web/ui/message-modal.tsx'
import type { BoardSpeech } from './board-speech.tsx'
import type { PoolView } from './common/use-pool-view.ts'
import { Listen } from './listen.tsx'
import { TelevisionItem } from './pool-heading.tsx'
import type { PoolColumn } from './table/pool-columns.ts'

const AboutHat = lazyNamed(() => import('./about-hat.tsx'), 'AboutHat')
const ProgressView = lazyNamed(() => import('./progress/progress-view.tsx'), 'ProgressView')

type Props = ReturnType<typeof useOwnEntries> & {
  tournament: TournamentWithEntries
  userId: number
  view: PoolView
  leaderboard: Leaderboard
  control: SortControl<PoolColumn>
  /** Where the view of chances puts items of its own instead of the sort; null for the picks. */
  chancesItems: Ref<HTMLDivElement> | null
  speech: BoardSpeech
}

/** What the menu of a board with scores offers. Its code is loaded when the menu is opened. */
export function PoolMenuItems(props: Props) {
  const { tournament, userId, view, leaderboard, own, rivalEntries, control, chancesItems, speech } = props
  const { pool, standings, whole, phase, statusText } = view
  return (
    <>
      <button type="button" onClick={() => openVersion(leaderboard.version)}>
        Replay
      </button>
      <MessageButton title="Charts" size="large">
        <ProgressView pool={pool} own={own} rivalEntries={rivalEntries} leaderboard={leaderboard} />
      </MessageButton>
      {phase === 'scores' && pool.hat !== null && (
        <MessageButton title="The Hat">
          <AboutHat standings={standings} />
        </MessageButton>
      )}
      {chancesItems === null ? <SortMenu control={control} isItem /> : <div ref={chancesItems} className="menu-part" />}
      {tournament.cancelledReason === undefined && (
        <ShareButton standings={whole} userId={userId} status={statusText} />
      )}
      <TelevisionItem tournament={tournament} />
      {phase === 'scores' && (
        <MessageButton title="Listen">
          <Listen questions={speech.questions} text={speech.text} />
        </MessageButton>
      )}
    </>
  )
}
