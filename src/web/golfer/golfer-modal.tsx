import { lazy } from 'react'
import { Modal } from '#web/ui/modal.tsx'
import { StarButton } from '#web/ui/star-button.tsx'
import type { GolferContentProps } from './golfer-content.tsx'
import { GolferFlag } from './golfer-image.tsx'
import type { GolferRow } from './golfer-rows.ts'
import type { useStars } from './use-stars.ts'

const GolferContent = lazy(async () => ({ default: (await import('./golfer-content.tsx')).GolferContent }))

type Props = Omit<GolferContentProps, 'golfer' | 'onLeave'> & {
  /** The golfer to show. Kept while the modal closes. */
  golfer: GolferRow | undefined
  isOpen: boolean
  stars: ReturnType<typeof useStars>
  onClose: () => void
}

/** One golfer's profile, rounds and scorecards. */
export function GolferModal({ golfer, isOpen, stars, onClose, ...content }: Props) {
  if (golfer === undefined) return null
  const { espnId } = golfer
  const title = (
    <span className="cluster">
      {golfer.fullName}
      <GolferFlag src={golfer.logoImage} />
    </span>
  )
  return (
    <Modal
      isPanel
      open={isOpen}
      {...{ onClose, title }}
      size="large"
      // Favourites stay at the top of the golfers leaderboard.
      actions={<StarButton name="Favourite" isOn={stars.starred.has(espnId)} onToggle={() => stars.toggle(espnId)} />}
    >
      <GolferContent key={espnId} {...{ ...content, golfer }} onLeave={onClose} />
    </Modal>
  )
}
