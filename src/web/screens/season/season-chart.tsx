import { useMemo } from 'react'
import { type Season, type SeasonRow, toPointsProgress } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import styles from './season-chart.module.css'
import { toPlaceText } from './season-texts.ts'

const leaders = 5
const labels = 4

type Props = { season: Season; rows: readonly SeasonRow[]; userId: number }

/** The points of the leaders, and one’s own, after each tournament. */
export function SeasonChart({ season, rows, userId }: Props) {
  const lines = useMemo(() => {
    const drawn = rows.filter((row, line) => line < leaders || row.person.userId === userId)
    const people = drawn.map(({ person }) => person)
    const progress = toPointsProgress(season, people)
    return drawn.map((row, index) => ({ row, points: progress[index] ?? [] }))
  }, [season, rows, userId])
  const { tournaments } = season
  const highest = Math.max(...lines.flatMap(({ points }) => points))
  if (tournaments.length < 2 || highest === 0) return null
  const toX = (index: number) => index / (tournaments.length - 1)
  const toY = (points: number) => 1 - points / highest
  return (
    <figure className={styles['chart']}>
      <figcaption>Points after each tournament</figcaption>
      <div className={styles['area']} role="img" aria-label={describe(season, lines)}>
        {Array.from({ length: labels + 1 }, (_, index) => highest * (index / labels)).map((points) => (
          <div key={points} className={styles['line']} style={{ top: toPercent(toY(points)) }}>
            <span>{toPointsText(Math.round(points / 100) * 100)}</span>
          </div>
        ))}
        <div className={styles['plot']}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {lines.toReversed().map(({ row, points }) => (
              <polyline
                key={row.person.userId}
                data-own={row.person.userId === userId || undefined}
                data-first={row === rows[0] || undefined}
                points={points.map((own, index) => `${100 * toX(index)},${100 * toY(own)}`).join(' ')}
              />
            ))}
          </svg>
          {lines.map(({ row, points }) => (
            <i
              key={row.person.userId}
              data-own={row.person.userId === userId || undefined}
              style={{ left: '100%', top: toPercent(toY(points.at(-1) ?? 0)) }}
              title={`${row.person.name}: ${toPointsText(row.points)}`}
            />
          ))}
        </div>
      </div>
      <p className={styles['ends']} aria-hidden="true">
        <span>{tournaments[0]?.name}</span>
        <span>{tournaments.at(-1)?.name}</span>
      </p>
      <ol className={styles['legend']}>
        {lines.map(({ row }) => (
          <li
            key={row.person.userId}
            data-own={row.person.userId === userId || undefined}
            data-first={row === rows[0] || undefined}
          >
            {toPlaceText(row)} {row.person.name} <span>{toPointsText(row.points)}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

type Lines = readonly { readonly row: SeasonRow; readonly points: readonly number[] }[]

function describe({ tournaments }: Season, lines: Lines): string {
  const people = lines.map(({ row, points }) => `${row.person.name} ${points.map(toPointsText).join(', ')}`)
  return `Points after ${tournaments.map(({ name }) => name).join(', ')}: ${people.join('; ')}.`
}

function toPercent(part: number): string {
  return `${(100 * part).toFixed(2)}%`
}
