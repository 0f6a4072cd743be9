import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { entryFormPath } from '#contract/identity-paths.ts'
import type { Pool } from '#domain/entries/pool.ts'
import { noValue, toMovement } from '#domain/field/field.ts'
import { placesGained } from '#domain/standings/entry-figures.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import type { Standing, StandingGolfer, Standings } from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { joinLinkQuery } from '#web/api/admin-queries.ts'
import { BoardToPar, MovementMark } from '#web/board/board-number.tsx'
import type { findSharedProgress } from '#web/board/golfer-progress.ts'
import { toLockText } from '#web/time/time-text.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import styles from './pool-wall.module.css'
import { toWallProgress } from './wall-progress.ts'

/** Longer names take three small lines. */
const longName = 36
const longGolferName = 13

/**
 * Movement is counted from `before`; null if it is unknown. `progress` is what all golfers share of their progress; without
 * it, theirs is not shown at all.
 */
type WallRowProps = { standing: Standing; before: Standings | null; standings: Standings; progress?: Shared }
type Shared = ReturnType<typeof findSharedProgress>

/** One entry across the full width of the screen. */
export function WallRow({ standing, before, standings, progress }: WallRowProps) {
  const { row, line, position, userName, entryNumber, golfers, toPar } = standing
  const gained = placesGained(before, standings, row) ?? 0
  return (
    <tr role="row" className={styles.row} aria-rowindex={line + 2}>
      <td role="cell" className={styles.pos}>
        {position} {gained !== 0 && <MovementMark className={styles.movement} movement={toMovement(gained)} />}
      </td>
      <th role="rowheader" scope="row" className={styles.name}>
        <span data-long={userName.length > longName || undefined}>{userName}</span> {entryNumber}
      </th>
      {golfers.map((golfer, tier) => (
        <td role="cell" key={tierNames[tier]} className={styles.golfer}>
          <WallGolfer
            golfer={golfer}
            isMarked={golfer.isDropped && hasAnyScore(golfers)}
            progress={progress === undefined ? '' : toWallProgress(golfer.golfer, progress)}
          />
        </td>
      ))}
      <td role="cell" className={styles['to-par']}>
        <BoardToPar>{toPar}</BoardToPar>
      </td>
    </tr>
  )
}

type WallGolferProps = { golfer: StandingGolfer; isMarked: boolean; progress: string }

function WallGolfer({ golfer: { golfer }, isMarked, progress }: WallGolferProps) {
  const score = golfer.isDNF && golfer.position !== noValue ? golfer.position : golfer.toPar
  // With a line below it, a name has one line of its size, or two small ones.
  const isLong = progress !== '' && golfer.shortName.length > longGolferName
  const content = (
    <>
      <span className={styles.score}>{score}</span>{' '}
      <span className={styles.about}>
        <span className={styles['golfer-name']} data-long={isLong || undefined}>
          {isMarked ? <s>{golfer.shortName}</s> : golfer.shortName}
        </span>{' '}
        {progress !== '' && <span className={styles.progress}>{progress}</span>}
      </span>
    </>
  )
  return isMarked ? <span className={styles.dropped}>{content}</span> : content
}

/** Before the start: the closing time and the entrants. Picks are still hidden (docs/rules.md, 2.6). */
export function WallEntrants({ pool }: { pool: Pool }) {
  const { start } = pool.tournament
  return (
    <div className={styles['before-start']}>
      <WallJoinCode tournamentId={pool.tournament.id} />
      <p className={styles.label}>Entries close</p>
      <p className={`to-par ${styles.start}`}>
        <time dateTime={start}>{toLockText(start)}</time>
      </p>
      <ul className={styles.names} aria-label="Entered">
        {pool.entries.map((entry) => (
          <li key={entry.id}>{entry.name}</li>
        ))}
      </ul>
    </div>
  )
}

const QrCode = lazyNamed(() => import('#web/invitations/qr-code.tsx'), 'QrCode')

/** The invitation link chosen for the wall display or, without one, a link to the entry form. */
function WallJoinCode({ tournamentId }: { tournamentId: number }) {
  const { data, isPending } = useQuery(joinLinkQuery(tournamentId))
  if (isPending) return null
  const hasLink = Boolean(data?.url)
  return (
    <Suspense fallback={null}>
      <figure className={styles.join}>
        <QrCode
          text={data?.url || `${location.origin}${entryFormPath}`}
          label={hasLink ? 'QR code of the link to join' : 'QR code of the entry form'}
        />
        <figcaption>
          {hasLink ? 'Scan to join' : 'Scan to enter'} <span>{location.host}</span>
        </figcaption>
      </figure>
    </Suspense>
  )
}

/** The pool's URL, to follow it on a phone. */
export function WallAddress() {
  return (
    <figure className={styles.address}>
      <figcaption>
        Follow your entries at <strong>{location.host}</strong>
      </figcaption>
      <Suspense fallback={null}>
        <QrCode text={`${location.origin}/pool`} label="QR code of the pool" />
      </Suspense>
    </figure>
  )
}
