import { Link } from 'wouter'
import { toMovement } from '#domain/field/field.ts'
import { listPlaceReasons, toPlaceSummary } from '#domain/history/place-change-text.ts'
import { gapOfRow, placesGained, toGapText, toOutText } from '#domain/standings/entry-figures.ts'
import { toPodium, toPodiumHeadline } from '#domain/standings/podium.ts'
import { type Standing, type StandingGolfer, type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import { BoardNumber, BoardToPar, MovementMark } from '#web/board/board-number.tsx'
import { toGolferProgress } from '#web/board/golfer-progress.ts'
import { findNextTeeTime } from '#web/board/next-tee-time.ts'
import { toMoment } from '#web/time/time-text.ts'
import { useNow } from '#web/time/use-now.ts'
import { CalendarButton } from '#web/tournament/calendar-button.tsx'
import { toEntryAddress } from '#web/url/entry-address.ts'
import styles from './home-story.module.css'
import { useChangesSince } from './use-changes-since.ts'

type Round = Parameters<typeof useChangesSince>[1]
type Props = { standings: Standings; round: Round; userId: number; isFinal: boolean }

/** The story of a tournament that is under way: who leads, the viewer's entries, and what has changed (docs/rules.md, 5.3). */
export function HomeStory({ standings, round, userId, isFinal }: Props) {
  const own = standingsOfUser(standings, userId)
  const { since, before, changes } = useChangesSince(standings, isFinal ? null : round, own)
  const hasBegun = standings.golfers.some(({ total }) => total > 0)
  const podium = isFinal || !hasBegun ? null : toPodium(standings)
  return (
    <>
      {podium !== null && <p className={styles.lead}>{toPodiumHeadline(podium, false)}</p>}
      {own.length > 0 && (
        <ol className={styles.entries} aria-label="Your entries">
          {own.map((standing) => (
            <li key={standing.row}>
              <EntryLine
                standings={standings}
                standing={standing}
                isFinal={isFinal}
                hasBegun={hasBegun}
                gained={placesGained(before, standings, standing.row)}
              />
            </li>
          ))}
        </ol>
      )}
      {changes.length > 0 && (
        <section className="stack-tight" aria-labelledby="changes">
          <h3 id="changes" className="small-print">
            {since === 'visit' ? 'Since you last saw the board' : 'Since the round began'}
          </h3>
          <ul className="stack-tight small">
            {changes.map(({ standing, change }) => (
              <li key={standing.row}>
                Entry {standing.entryNumber}: {toPlaceSummary(change)}
                <span className="soft">
                  {listPlaceReasons(change)
                    .slice(0, 1)
                    .map((reason) => `. ${reason}`)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isFinal && <NextTeeTimes standings={standings} own={own} hasBegun={hasBegun} />}
    </>
  )
}

type EntryLineProps = {
  standings: Standings
  standing: Standing
  gained: number | null
  isFinal: boolean
  /** Before the first stroke everybody is level: nothing is said about it. */
  hasBegun: boolean
}

/** Place, movement, score, gap and the four golfers of an entry, as a link to its details. */
function EntryLine({ standings, standing, gained, isFinal, hasBegun }: EntryLineProps) {
  const { row, entryNumber, position, isDisqualified, toPar, golfers } = standing
  const gap = isFinal ? null : gapOfRow(standings, row)
  const note = gap === null ? toOutText(standing) : toGapText(gap)
  return (
    <Link to={toEntryAddress(standings.pool.tournament.id, standing)}>
      <span className={styles.place}>
        <span className="small-print">Entry {entryNumber}</span>{' '}
        {hasBegun && (
          <span className={styles.position}>
            <BoardNumber className="strong">{position}</BoardNumber>{' '}
            {gained !== null && gained !== 0 && <MovementMark movement={toMovement(gained)} />}
          </span>
        )}{' '}
      </span>
      <span className={styles.golfers}>
        {golfers.map((picked) => (
          <GolferState key={picked.golfer.espnId} {...picked} isDropped={picked.isDropped && hasBegun} />
        ))}
      </span>
      {(hasBegun || isDisqualified) && (
        <span className={styles.score}>
          {!isDisqualified && <BoardToPar className={styles['to-par']}>{toPar}</BoardToPar>}{' '}
          {note !== null && <span className="small-print">{note}</span>}
        </span>
      )}
    </Link>
  )
}

function GolferState({ golfer, isDropped }: StandingGolfer) {
  return (
    <span className={styles.golfer} data-dropped={isDropped || undefined}>
      <span className={styles.name}>{golfer.shortName}</span>{' '}
      <span className={styles.figures}>
        <BoardNumber className={styles.counted}>{golfer.toPar}</BoardNumber> {toGolferProgress(golfer)}
      </span>
      {isDropped && <span className="spoken">, dropped</span>}{' '}
    </span>
  )
}

type NextTeeTimesProps = { standings: Standings; own: readonly Standing[]; hasBegun: boolean }

/** When play goes on, and when with a golfer of the viewer's. */
function NextTeeTimes({ standings, own, hasBegun }: NextTeeTimesProps) {
  const now = useNow(60_000)
  const next = findNextTeeTime(standings.golfers, now)
  const ownGolfers = own.flatMap(({ golfers }) => golfers.map(({ golfer }) => golfer))
  const ownNext = findNextTeeTime(ownGolfers, now)
  if (next === null && ownNext === null) return null
  return (
    <div>
      {next !== null && (
        <p>
          {hasBegun ? 'Play goes on' : 'Play begins'} at{' '}
          <time dateTime={next.teeTime}>{toMoment(next.teeTime, now)}</time>.
        </p>
      )}
      {ownNext !== null && (
        <>
          <p>
            Next of yours: {ownNext.shortName},{' '}
            <time dateTime={ownNext.teeTime}>{toMoment(ownNext.teeTime, next ? new Date(next.teeTime) : now)}</time>
          </p>
          <p className="cluster">
            <CalendarButton
              tournament={standings.pool.tournament}
              label="Add tee times to calendar"
              className="button-text"
            />
            <span className="small-print">Download again to update.</span>
          </p>
        </>
      )}
    </div>
  )
}
