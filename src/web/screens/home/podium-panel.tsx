import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { toFinishText } from '#domain/results/results.ts'
import { toBeatenHatText } from '#domain/standings/beaten-hat.ts'
import {
  type Podium,
  toMarginText,
  toOwnHeadline,
  toPodium,
  toPodiumHeadline,
  toSharingText,
} from '#domain/standings/podium.ts'
import { type Standing, type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { resultsQuery } from '#web/api/user-queries.ts'
import { BoardToPar } from '#web/board/board-number.tsx'
import { ShareButton } from '#web/board/share-button.tsx'
import { TiedAnswers } from '#web/board/tied-answers.tsx'
import styles from './podium-panel.module.css'

type Props = {
  tournament: Pick<Tournament, 'id' | 'name' | 'start' | 'active' | 'decision'>
  standings: Standings
  /** The standings of the whole pool, from which the picture to share is drawn. */
  whole: Standings
  userId: number
}

/**
 * When play is over: who wins, unofficially; after the tournament has been ended: the champion with the first three, and
 * beside them the viewer's own finish (docs/rules.md, 5.3).
 */
export function PodiumPanel({ tournament, standings, whole, userId }: Props) {
  const podium = useMemo(() => toPodium(standings), [standings])
  if (podium === null) return null
  const isEnded = !tournament.active
  const own = standingsOfUser(standings, userId)
  const isWon = own.some(({ place }) => place === 1)
  return (
    <section className={`stack-wide ruled ${styles.panel}`} aria-labelledby="podium">
      <div className="stack-tight">
        {isEnded && isWon && <RaisedFlag tournamentId={tournament.id} />}
        <h3 id="podium" className={styles.headline}>
          {isWon ? toOwnHeadline(podium) : toPodiumHeadline(podium, true)}
        </h3>
        {isEnded ? (
          <>
            {tournament.decision && <p>The organisers have decided: {tournament.decision}</p>}
            <TopThree podium={podium} userId={userId} />
            {standings.pool.hat !== null && <p className="small-print">{toBeatenHatText(standings)}</p>}
            <p className="cluster no-print small">
              <ShareButton userId={userId} standings={whole} status="Final" className="button-secondary" />
            </p>
          </>
        ) : (
          <p>Unofficial until the organiser confirms.</p>
        )}
        <TiedAnswers standings={standings} />
      </div>
      {isEnded && <OwnFinish tournament={tournament} own={own} userId={userId} />}
    </section>
  )
}

let raisedFor = 0

/** The product's flag, as in `icon.svg`. It is raised once while the page is open. */
function RaisedFlag({ tournamentId }: { tournamentId: number }) {
  const [isRaising] = useState(raisedFor !== tournamentId)
  useEffect(() => {
    raisedFor = tournamentId
  }, [tournamentId])
  return (
    <svg className={styles.flag} viewBox="4 2 23 27" data-raising={isRaising || undefined} aria-hidden="true">
      <path d="M9.75 2.75h2.5v23.5h-2.5zM4 26.25h24v2.5H4z" />
      <path d="M12.2 4.5 26 9.75 12.2 15z" />
    </svg>
  )
}

function TopThree({ podium, userId }: { podium: Podium; userId: number }) {
  const sharing = toSharingText(podium)
  return (
    <>
      <ol className={styles.lines}>
        {podium.lines.map(({ standing, strokesBehind }) => (
          <li key={standing.row} data-own={standing.userId === userId || undefined}>
            <span className="strong">{standing.position}</span>
            <Link className={styles.name} to={`/results/${standing.userId}`}>
              {standing.displayName}
            </Link>
            <BoardToPar className={styles.score}>{standing.toPar}</BoardToPar>
            <span className={`small-print ${styles.golfers}`}>
              <Golfers standing={standing} />
            </span>
            {strokesBehind > 0 && <span className={styles.margin}>{toMarginText(strokesBehind)}</span>}
          </li>
        ))}
      </ol>
      {sharing !== '' && <p className="small-print">{sharing}</p>}
    </>
  )
}

function Golfers({ standing: { golfers } }: { standing: Standing }) {
  return golfers.map(({ golfer, isDropped }, index) => (
    <Fragment key={golfer.espnId}>
      {index > 0 && ', '}
      <span className={styles.golfer} data-dropped={isDropped || undefined}>
        <span className={styles['golfer-name']}>{golfer.shortName}</span>{' '}
        {golfer.isDNF ? golfer.position : golfer.toPar}
        {isDropped && <span className="visually-hidden"> (dropped)</span>}
      </span>
    </Fragment>
  ))
}

type OwnFinishProps = { tournament: Props['tournament']; own: readonly Standing[]; userId: number }

/** The places of the viewer's entries, compared with those of earlier tournaments. */
function OwnFinish({ tournament: { id, start }, own, userId }: OwnFinishProps) {
  const results = useQuery({ ...resultsQuery(userId), enabled: own.length > 0 })
  if (own.length === 0) return null
  const earlier = results.data?.results.filter(
    ({ tournament }) => tournament.id !== id && Date.parse(tournament.start) < Date.parse(start),
  )
  return (
    <section className="stack-tight" aria-labelledby="own-finish">
      <h3 id="own-finish">Your finish</h3>
      <dl className="figures">
        {own.map(({ row, entryNumber, position, isDisqualified, toPar }) => (
          <div key={row}>
            <dt>Entry {entryNumber}</dt>
            <dd>
              {position}{' '}
              {isDisqualified ? <span className="small-print">disqualified</span> : <BoardToPar>{toPar}</BoardToPar>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.compared}>
        {earlier !== undefined &&
          toFinishText(
            own.map(({ place }) => place),
            earlier,
          )}
      </p>
      <p className="small-print">
        <Link to={`/results/${userId}`}>Your results</Link>
      </p>
    </section>
  )
}
