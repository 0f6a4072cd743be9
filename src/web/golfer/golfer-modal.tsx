import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../api/api-problem.ts'
import { playerProfileQuery } from '../api/leaderboard-queries.ts'
import { useApi } from '../api/use-api.ts'
import { refreshIntervalMs } from '../live/live-connection.ts'
import { MessageModal } from '../ui/message-modal.tsx'
import { GolferDetail, GolferDetailError, GolferDetailSkeleton } from './golfer-detail.tsx'
import { GolferFlag } from './golfer-image.tsx'
import styles from './golfer-modal.module.css'
import type { GolferRow } from './golfer-rows.ts'
import { GolferStanding } from './golfer-standing.tsx'

type Props = {
  tournamentId: number
  /** The golfer to show. Kept while the modal closes. */
  golfer: GolferRow | undefined
  isOpen: boolean
  /** Whether the scores can still change. */
  isLive: boolean
  onClose: () => void
}

/** One golfer's profile, rounds and scorecards. */
export function GolferModal({ tournamentId, golfer, isOpen, isLive, onClose }: Props) {
  if (golfer === undefined) return null
  const title = (
    <span className={styles['title']}>
      {golfer.fullName}
      <GolferFlag src={golfer.logoImage} />
    </span>
  )
  return (
    <MessageModal open={isOpen} onClose={onClose} title={title} size="large">
      <Content key={golfer.espnId} {...{ tournamentId, golfer, isLive }} />
    </MessageModal>
  )
}

function Content({ tournamentId, golfer, isLive }: Pick<Props, 'tournamentId' | 'isLive'> & { golfer: GolferRow }) {
  const isInField = golfer.index >= 0
  const profile = useQuery({
    ...playerProfileQuery(useApi(), tournamentId, golfer.espnId),
    enabled: isInField,
    refetchInterval: isLive ? refreshIntervalMs : false,
  })
  const standing = <GolferStanding golfer={golfer} entryCount={golfer.entryCount} />
  if (profile.data !== undefined) return <GolferDetail profile={profile.data} standing={standing} />
  if (!isInField) return <GolferDetailError>There are no scores for this golfer.</GolferDetailError>
  if (profile.error === null) return <GolferDetailSkeleton standing={standing} />
  return (
    <>
      {standing}
      <GolferDetailError
        action={
          <button type="button" className="button-secondary" onClick={() => profile.refetch()}>
            Try again
          </button>
        }
      >
        {toReason(profile.error)}
      </GolferDetailError>
    </>
  )
}

function toReason(error: unknown): string {
  const code = codeOf(error)
  if (code === 'offline') return "Couldn't load the scorecard: the server can't be reached."
  if (code === 'not-found') return 'There is no scorecard for this golfer yet.'
  return "Couldn't load the scorecard. Wait a moment and try again."
}
