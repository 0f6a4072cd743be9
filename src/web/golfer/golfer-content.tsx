import { useQuery } from '@tanstack/react-query'
import { noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { playerProfileQuery } from '#web/api/leaderboard-queries.ts'
import { toProblemText } from '#web/api/problem-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import { refreshIntervalMs } from '#web/live/live-connection.ts'
import styles from './golfer-content.module.css'
import { GolferDetail, GolferDetailError, GolferDetailSkeleton } from './golfer-detail.tsx'
import { GolferOwners } from './golfer-owners.tsx'
import type { GolferRow } from './golfer-rows.ts'
import { GolferThru } from './golfer-thru.tsx'

type Props = {
  tournamentId: number
  golfer: GolferRow
  /** Whether the scores can still change. */
  isLive: boolean
  /** Null while picks are hidden. */
  owners: { readonly standings: Standings; readonly userId: number } | null
  /** A link in it leads to another screen. */
  onLeave: () => void
}

/** The content of a golfer's modal. */
export function GolferContent({ owners, onLeave, ...props }: Props) {
  return (
    <div className={styles.content}>
      <Content {...props} />
      {owners !== null && <GolferOwners {...owners} espnId={props.golfer.espnId} onLeave={onLeave} />}
    </div>
  )
}

function Content({ tournamentId, golfer, isLive }: Omit<Props, 'owners' | 'onLeave'>) {
  const isInField = golfer.index >= 0
  const profile = useQuery({
    ...playerProfileQuery(useApi(), tournamentId, golfer.espnId),
    enabled: isInField,
    refetchInterval: isLive ? refreshIntervalMs : false,
  })
  const standing = <GolferStanding golfer={golfer} entryCount={golfer.entryCount} />
  const hasBegun = golfer.toPar !== noValue
  if (profile.data !== undefined) return <GolferDetail profile={profile.data} {...{ hasBegun, standing }} />
  if (!isInField) return <GolferDetailError>This golfer has no scores in this tournament.</GolferDetailError>
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
  if (codeOf(error) === 'not-found') return 'There is no scorecard for this golfer yet.'
  return `Couldn't load the scorecard. ${toProblemText(error, { 'feed-unavailable': 'Wait a moment and try again.' })}`
}

type GolferStandingProps = {
  golfer: GolferRow
  /** The number of entries that picked the golfer; null while picks are hidden. */
  entryCount: number | null
}

/** One golfer's leaderboard row, as a list. */
function GolferStanding({ golfer, entryCount }: GolferStandingProps) {
  const { rounds, total } = toShownStrokes(golfer, golfer.par)
  return (
    <dl className={`figures ${styles.standing}`}>
      <Figure name="Pos">{golfer.position}</Figure>
      <Figure name="To Par" isMain>
        {golfer.toPar}
      </Figure>
      <Figure name="Today">{golfer.currentRoundScore}</Figure>
      <div>
        <dt>Thru</dt>
        <dd>
          <GolferThru golfer={golfer} />
        </dd>
      </div>
      <Figure name="Entries">{entryCount === null ? noValue : String(entryCount)}</Figure>
      {rounds.map((score, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round's index is its identity.
        <Figure key={index} name={`R${index + 1}`}>
          {score}
        </Figure>
      ))}
      <Figure name="Tot">{total}</Figure>
    </dl>
  )
}

function Figure({ name, children, isMain = false }: { name: string; children: string; isMain?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isMain ? <BoardToPar>{children}</BoardToPar> : <BoardNumber>{children}</BoardNumber>}</dd>
    </div>
  )
}
