import { Suspense } from 'react'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { StarButton } from '#web/ui/star-button.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'
import type { GolferContentProps } from './golfer-content.tsx'
import type { GolferRow } from './golfer-rows.ts'
import type { useStars } from './use-stars.ts'

const GolferContent = lazyNamed(() => import('./golfer-content.tsx'), 'GolferContent')
const GolferFlag = lazyNamed(() => import('./golfer-image.tsx'), 'GolferFlag')

type Props = Omit<GolferContentProps, 'tournamentId' | 'golfer' | 'correctable' | 'onLeave'> & {
  tournament: Pick<Tournament, 'id' | 'active'>
  /** The golfer to show. Kept while the modal closes. */
  golfer: GolferRow | undefined
  opened: OpenModal<string>
  stars: ReturnType<typeof useStars>
}

/** One golfer's profile, rounds and scorecards. */
export function GolferModal({ tournament, golfer, opened, stars, ...content }: Props) {
  if (golfer === undefined) return null
  const { espnId } = golfer
  const { modal, close } = opened
  const correctable = content.owners && (tournament.active ? 'scores' : 'result')
  const title = (
    <span className="cluster">
      {golfer.fullName}
      <Suspense>
        <GolferFlag src={golfer.logoImage} />
      </Suspense>
    </span>
  )
  return (
    <MessageModal
      isQuestion
      open={modal?.isOpen ?? false}
      onClose={close}
      title={title}
      size="large"
      // Favourites stay at the top of the golfers leaderboard.
      actions={<StarButton name="Favourite" isOn={stars.starred.has(espnId)} onToggle={() => stars.toggle(espnId)} />}
    >
      <GolferContent
        key={espnId}
        {...content}
        golfer={golfer}
        correctable={correctable}
        tournamentId={tournament.id}
        onLeave={close}
      />
    </MessageModal>
  )
}
