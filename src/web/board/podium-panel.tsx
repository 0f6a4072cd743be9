import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { toFinishText } from '#domain/results/finish.ts'
import { type Podium, toMarginText, toPodium, toPodiumHeadline, toSharingText } from '#domain/standings/podium.ts'
import { type Standing, type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { useApi } from '../api/use-api.ts'
import { resultsQuery } from '../api/user-queries.ts'
import { pageSettings } from '../page/page-settings.ts'
import { saveFile } from '../ui/save-file.ts'
import { BoardToPar } from './board-number.tsx'
import styles from './podium-panel.module.css'

type Props = {
  tournament: Pick<Tournament, 'id' | 'name' | 'start' | 'active'>
  standings: Standings
  userId: number
  headingLevel: 2 | 3
  /** Above a board: on a phone, its rows begin early. */
  isAboveBoard?: boolean
}

/**
 * When play is over: the leader; after the tournament has been ended: the champion with the first three, and beside
 * them the viewer's own finish (docs/rules.md, 5.3).
 */
export function PodiumPanel({ tournament, standings, userId, headingLevel, isAboveBoard = false }: Props) {
  const podium = useMemo(() => toPodium(standings), [standings])
  if (podium === null) return null
  const isEnded = !tournament.active
  const Heading = `h${headingLevel}` as const
  return (
    <section className={styles.panel} data-above-board={isAboveBoard || undefined} aria-labelledby="podium">
      <div className={styles.winner}>
        <p className="strong">{toLabel(podium, isEnded)}</p>
        <Heading id="podium" className={styles.headline}>
          {toPodiumHeadline(podium, isEnded)}
        </Heading>
        {isEnded ? (
          <>
            <TopThree podium={podium} userId={userId} />
            <ShareResult tournament={tournament.name} podium={podium} />
          </>
        ) : (
          <p>The places become final when the organiser ends the tournament.</p>
        )}
      </div>
      {isEnded && <OwnFinish tournament={tournament} own={standingsOfUser(standings, userId)} userId={userId} />}
    </section>
  )
}

function toLabel({ leaders }: Podium, isEnded: boolean): string {
  if (!isEnded) return leaders.length === 1 ? 'Leader' : 'Leaders'
  return leaders.length === 1 ? 'Champion' : 'Champions'
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
  const results = useQuery({ ...resultsQuery(useApi(), userId), enabled: own.length > 0 })
  if (own.length === 0) return null
  const earlier = results.data?.results.filter(
    ({ tournament }) => tournament.id !== id && Date.parse(tournament.start) < Date.parse(start),
  )
  return (
    <section className={styles.own} aria-labelledby="own-finish">
      <h3 id="own-finish">Your finish</h3>
      <ol className={styles.entries}>
        {own.map((standing) => (
          <li key={standing.row}>
            <span>Entry {standing.entryNumber}</span>
            <span className="strong">{standing.position}</span>
            {!standing.isDisqualified && <BoardToPar className={styles.score}>{standing.toPar}</BoardToPar>}
          </li>
        ))}
      </ol>
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

type ShareResultProps = { tournament: string; podium: Podium }

/** Shares a picture of the result with other apps, or downloads it if the browser cannot share files. */
function ShareResult({ tournament, podium }: ShareResultProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function share(): Promise<void> {
    setState('busy')
    try {
      const { drawResult } = await import('./result-picture.ts')
      const picture = await drawResult({ ...pageSettings, tournament, podium })
      await passOn(new File([picture], 'result.png', { type: picture.type }), toPodiumHeadline(podium, true))
      setState('idle')
    } catch (error) {
      // Closing the system's dialog is not a failure.
      setState(error instanceof DOMException && error.name === 'AbortError' ? 'idle' : 'failed')
    }
  }

  return (
    <p className={`no-print cluster ${styles.share}`}>
      <button type="button" className="button-secondary" disabled={state === 'busy'} onClick={share}>
        Share the result
      </button>
      <span role="status">{state === 'failed' && 'Couldn’t load the image. Try again in a moment.'}</span>
    </p>
  )
}

async function passOn(file: File, title: string): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title })
  else saveFile(file, file.name)
}
