import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type SeasonRow, scoreSeason, toSeasonAfter } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import { listCeremonySteps } from '#domain/standings/ceremony.ts'
import { listTied, toPodium, toResultHeadline } from '#domain/standings/podium.ts'
import { type Standing, type Standings, standingAt } from '#domain/standings/standings.ts'
import { breakTie, toTieWinnerText } from '#domain/standings/tie-break.ts'
import { formatNumber, toOrdinal } from '#domain/text/format.ts'
import { noAnswers, type Tournament, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { seasonQuery } from '#web/api/tournament-queries.ts'
import { useRoundStart } from '#web/own-entries/use-own-entries.ts'
import { toPoolSummary, usePoolView } from '#web/screens/pool/common/use-pool-view.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
import { useKeyDown } from '#web/ui/use-key-down.ts'
import styles from './pool-wall.module.css'
import { useWallScreen } from './pool-wall.tsx'
import { WallRow } from './wall-row.tsx'

/** Keys of a keyboard and of a presenter's clicker. */
const forwardKeys = [' ', 'Enter', 'ArrowRight', 'PageDown']
const backKeys = ['ArrowLeft', 'PageUp']

/** Up to this number of entries are shown large, above the ones that were revealed before. */
const few = 3
const mostLines = 10
const seasonColumns = ['Pos', 'Name', 'Points']

/**
 * The final standings of an ended tournament, revealed from the last place up, one key or tap a step, and then the season
 * (docs/rules.md, 5.5). Needs no network once it is open.
 */
export function PoolCeremony({ tournament }: { tournament: TournamentWithEntries }) {
  const { standings, phase, live } = usePoolView(tournament)
  const before = useRoundStart(standings, phase === 'scores' ? live.leaderboard : null)
  const hasPlaces = phase === 'scores' && !live.isPast && !tournament.active && tournament.cancelledReason === undefined
  const season = useSeason(tournament, hasPlaces)
  const reveals = useMemo(() => listCeremonySteps(standings), [standings])
  const last = hasPlaces && !season.isLoading ? reveals.length + Math.sign(season.rows.length) : 0
  const [reached, setReached] = useState(0)
  const step = Math.min(reached, last)
  const revealed = (reveals[step - 1] ?? []).map((line) => standingAt(standings, line))
  const isLarge = revealed.length <= few
  const go = (by: number) => setReached(Math.min(Math.max(step + by, 0), last))
  useWallScreen()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its top.
  useEffect(() => void scrollTo(0, 0), [step])
  useKeyDown((event) => {
    // Space and Enter press the button that has the focus.
    const isPress = [' ', 'Enter'].includes(event.key) && document.activeElement?.matches('a, button')
    if (isPress || event.altKey) return
    if (forwardKeys.includes(event.key)) go(1)
    else if (backKeys.includes(event.key)) go(-1)
    else return
    event.preventDefault()
  })

  const toRow = (standing: Standing) => (
    <WallRow key={standing.row} standing={standing} before={before} standings={standings} />
  )
  const end = (revealed.at(-1)?.line ?? 0) + 1
  const below = isLarge ? Math.min(mostLines - 2 * revealed.length, standings.placed - end) : 0
  return (
    <div className={`${styles.wall} ${styles.ceremony}`}>
      <p>{standings.pool.tournament.name}</p>
      <div className={revealed.length > 0 ? undefined : styles.label} aria-live="polite">
        <h1>{step === 0 ? 'Final standings' : (toHeading(standings, revealed, tournament) ?? season.title)}</h1>
        {step === 0 && <p>{toOpeningText(tournament, standings, last)}</p>}
        {revealed.length > 0 && (
          <table role="table">
            <tbody role="rowgroup" key={step} className={`${styles.page} ${isLarge ? styles.fresh : styles.compact}`}>
              {revealed.map(toRow)}
            </tbody>
            <tbody role="rowgroup" aria-live="off">
              {Array.from({ length: below }, (_, index) => toRow(standingAt(standings, end + index)))}
            </tbody>
          </table>
        )}
        {step > reveals.length && (
          <SmallTable label="Season" columns={seasonColumns} heading="Name" numbers={1} rows={season.rows} />
        )}
      </div>
      <footer className={`buttons ${styles.controls}`}>
        <button type="button" className="button-secondary" aria-disabled={step === 0} onClick={() => go(-1)}>
          Back
        </button>
        <button type="button" className="button" aria-disabled={step === last} onClick={() => go(1)}>
          Next
        </button>
        <Link className="button-secondary" to={location.pathname}>
          Leave
        </Link>
        <p>{step > 0 && `${step} of ${last}`}</p>
      </footer>
    </div>
  )
}

function toOpeningText(tournament: Tournament, { pool, size, placed }: Standings, steps: number): string {
  if (steps === 0) return toWaitingText(tournament)
  const disqualified = placed < size ? `, ${formatNumber(size - placed)} disqualified` : ''
  return `${toPoolSummary(pool, false)}${disqualified}. Tap or press → for each step, ← to go back. No network is needed.`
}

function toWaitingText({ active, cancelledReason }: Tournament): string {
  if (cancelledReason !== undefined) return 'The tournament was cancelled: there are no places to reveal.'
  return active
    ? 'The places are revealed once an organiser has ended the tournament.'
    : 'There is nothing to reveal yet.'
}

/** "39th to 71st place", "Tied for 9th place", "8th place", "Ann Ash wins by 3"; undefined without entries. */
function toHeading(standings: Standings, revealed: readonly Standing[], tournament: TournamentWithEntries) {
  const [best, worst] = [revealed[0], revealed.at(-1)].map((standing) => standing && toOrdinal(standing.place ?? 0))
  const podium = best === '1st' ? toPodium(standings) : null
  const tie = breakTie(listTied(standings, 1), tournament.trueAnswers ?? noAnswers)
  if (podium) return toResultHeadline(podium, tournament.decision || toTieWinnerText(tie))
  if (best !== worst) return `${best} to ${worst} place`
  return best && `${revealed.length > 1 ? 'Tied for ' : ''}${best} place`
}

/** The top of the season of the tournament's year after it; without rows if it does not count there. */
function useSeason({ id, start }: TournamentWithEntries, enabled: boolean) {
  const { data, isLoading } = useQuery({ ...seasonQuery(start.slice(0, 4)), enabled })
  const count = (data?.tournaments.findIndex((tournament) => tournament.id === id) ?? -1) + 1
  const rows = useMemo(() => (data ? scoreSeason(toSeasonAfter({ ...data, rules: data }, count)) : []), [data, count])
  return { title: `Season ${data?.name}`, rows: rows.slice(0, mostLines).map(toSeasonRow), isLoading }
}

function toSeasonRow({ person, place, isShared, points }: SeasonRow) {
  return { key: person.userId, cells: [`${isShared ? 'T' : ''}${place}`, person.name, toPointsText(points)] }
}
