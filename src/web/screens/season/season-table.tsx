import { Fragment, useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { noValue, toMovement } from '#domain/field/field.ts'
import { createSeasonScorer, explainTie, type Season, type SeasonRow } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import { formatNumber } from '#domain/text/format.ts'
import { MovementMark } from '#web/board/board-number.tsx'
import styles from './season-table.module.css'
import { toPlaceText, toTieText } from './season-texts.ts'

type Props = {
  season: Season
  rows: readonly SeasonRow[]
  /** The rows that match the search. */
  shown: readonly SeasonRow[]
  /** The places before the last tournament, by user; empty before the second tournament. */
  earlierPlaces: ReadonlyMap<number, number>
  /** The places in the whole pool, by user; null unless a group is shown. */
  poolPlaces: ReadonlyMap<number, string> | null
  userId: number
}

/** Few enough to keep the chart below within reach. */
const initialCount = 30
const increment = 200
const bestShown = 3

/** One row per person. It expands to their results: which count, which are dropped, and how ties were broken. */
export function SeasonTable({ season, rows, shown, earlierPlaces, poolPlaces, userId }: Props) {
  const [count, setCount] = useState(initialCount)
  const [opened, setOpened] = useState<number | null>(null)
  const visible = shown.slice(0, count)
  // The viewer's own row is always shown.
  const own = shown.slice(count).find(({ person }) => person.userId === userId)
  return (
    <>
      <div className={styles.frame}>
        <table className={`stacks-narrow ${styles.table}`} aria-label="Season standings">
          <thead>
            <tr>
              <th scope="col" className={styles.pos}>
                Pos
              </th>
              <th scope="col" className={styles.movement}>
                <span className="visually-hidden">Movement</span>
              </th>
              <th scope="col">Name</th>
              <th scope="col" className={styles.best}>
                <span className="hidden-on-phone">Best places</span>
              </th>
              <th scope="col" className={styles.played}>
                <span className="hidden-on-phone">Played</span>
              </th>
              <th scope="col" className={styles.points}>
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {(own === undefined ? visible : [own, ...visible]).map((row) => {
              const id = row.person.userId
              const isOpen = id === opened
              return (
                <Fragment key={id}>
                  <Row
                    season={season}
                    row={row}
                    poolPlaces={poolPlaces}
                    isOpen={isOpen}
                    earlierPlace={earlierPlaces.get(id)}
                    isOwn={id === userId}
                    onToggle={() => setOpened(isOpen ? null : id)}
                  />
                  {isOpen && <Details season={season} rows={rows} row={row} />}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className="small-print">No names match your search.</p>}
      {shown.length > count && (
        <button type="button" className="button-secondary no-print" onClick={() => setCount(count + increment)}>
          Show {Math.min(increment, shown.length - count)} more of {formatNumber(shown.length)}
        </button>
      )}
    </>
  )
}

type RowProps = {
  season: Season
  row: SeasonRow
  earlierPlace: number | undefined
  poolPlaces: Props['poolPlaces']
  isOwn: boolean
  isOpen: boolean
  onToggle: () => void
}

function Row({ season, row, poolPlaces, earlierPlace, isOwn, isOpen, onToggle }: RowProps) {
  const { person, place, points, played } = row
  const isNew = earlierPlace === undefined && season.tournaments.length > 1
  const best = person.places.filter((own) => own !== null && own > 0).toSorted((a, b) => Number(a) - Number(b))
  return (
    <tr className={isOwn ? 'own-row' : undefined} data-open={isOpen || undefined}>
      <td className={styles.pos}>{toPlaceText(row)}</td>
      <td className={styles.movement}>
        {isNew && <span className="soft">new</span>}
        {earlierPlace !== undefined && <MovementMark movement={toMovement(earlierPlace - place)} />}
      </td>
      <th scope="row">
        <button type="button" className={`expander strong ${styles.name}`} aria-expanded={isOpen} onClick={onToggle}>
          <span>
            {person.name}
            {poolPlaces && <span className="small-print"> {poolPlaces.get(person.userId)}&nbsp;in&nbsp;pool</span>}
          </span>
          {isOwn && <span className="visually-hidden"> (you)</span>}
        </button>
      </th>
      <td className={styles.best}>
        <span className="hidden-on-phone">{best.length === 0 ? noValue : best.slice(0, bestShown).join(', ')}</span>
      </td>
      <td className={styles.played}>
        <span className="hidden-on-phone">{played}</span>
      </td>
      <td className={`to-par ${styles.points}`}>{toPointsText(points)}</td>
    </tr>
  )
}

function Details({ season, rows, row }: { season: Season; rows: readonly SeasonRow[]; row: SeasonRow }) {
  const id = useId()
  const results = useMemo(() => createSeasonScorer(season).listResults(row.person), [season, row])
  const reasons = explainTie(rows, rows.indexOf(row))
  return (
    <tr className={styles.details}>
      <td colSpan={6}>
        {reasons.map((reason) => (
          <p key={toTieText(reason)} className="small strong">
            {toTieText(reason)}
          </p>
        ))}
        <p id={id} className="visually-hidden">
          Results of {row.person.name}
        </p>
        <ul aria-labelledby={id}>
          {results.toReversed().map(({ tournament, place, points, counts }) => (
            <li key={tournament} data-dropped={!counts || undefined}>
              <Link className="target" to={`/pool/${season.tournaments[tournament]?.id}`}>
                {season.tournaments[tournament]?.name}
              </Link>
              <span className={styles.place}>
                {place === 0 ? (
                  <>
                    {noValue}
                    <span className="visually-hidden"> disqualified</span>
                  </>
                ) : (
                  toPlaceText({ place, isShared: isSharedPlace(season, tournament, place) })
                )}
              </span>
              <span className={styles.worth}>{counts ? toPointsText(points) : `${toPointsText(points)} dropped`}</span>
            </li>
          ))}
        </ul>
        <Link className="target" to={`/results/${row.person.userId}`}>
          All results of {row.person.name}
        </Link>
      </td>
    </tr>
  )
}

function isSharedPlace({ tournaments }: Season, tournament: number, place: number): boolean {
  return tournaments[tournament]?.shared.some((shared) => shared.place === place) ?? false
}
