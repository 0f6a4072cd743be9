import { useMemo } from 'react'
import { type Season, type SeasonRow, toPointsProgress } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import { ChartFrame, toPercent } from '#web/ui/chart-frame.tsx'
import styles from './season-chart.module.css'
import { toPlaceText } from './season-texts.ts'

const leaders = 5

type Props = { season: Season; rows: readonly SeasonRow[]; userId: number }

/** The points of the leaders and the viewer after each tournament. */
export function SeasonChart({ season, rows, userId }: Props) {
  const lines = useMemo(() => {
    const shownRows = rows.filter((row, line) => line < leaders || row.person.userId === userId)
    const people = shownRows.map(({ person }) => person)
    const progress = toPointsProgress(season, people)
    return shownRows.map((row, index) => ({ row, points: progress[index] ?? [] }))
  }, [season, rows, userId])
  const { tournaments } = season
  const highest = Math.max(...lines.flatMap(({ points }) => points))
  if (tournaments.length < 2 || highest === 0) return null
  const toX = (index: number) => index / (tournaments.length - 1)
  const toY = (points: number) => 1 - points / highest
  const toMarks = (row: SeasonRow) => ({
    'data-own': row.person.userId === userId || undefined,
    'data-first': row === rows[0] || undefined,
  })
  return (
    <ChartFrame
      caption="Points after each tournament"
      label={describe(season, lines)}
      height="14rem"
      lines={toPointsScale(highest).map((points) => ({ text: toPointsText(points), y: toY(points) }))}
      ends={[tournaments[0]?.name, tournaments.at(-1)?.name]}
      legend={
        <ol className={`cluster small ${styles.legend}`}>
          {lines.map(({ row }) => (
            <li key={row.person.userId} {...toMarks(row)}>
              {toPlaceText(row)} {row.person.name} <span>{toPointsText(row.points)}</span>
            </li>
          ))}
        </ol>
      }
      paths={lines
        .toReversed()
        .map(({ row, points }) => (
          <polyline
            key={row.person.userId}
            className={styles.line}
            {...toMarks(row)}
            points={points.map((own, index) => `${100 * toX(index)},${100 * toY(own)}`).join(' ')}
          />
        ))}
    >
      {lines.map(({ row, points }) => (
        <i
          key={row.person.userId}
          className={styles.end}
          {...toMarks(row)}
          style={{ left: '100%', top: toPercent(toY(points.at(-1) ?? 0)) }}
          title={`${row.person.name}: ${toPointsText(row.points)}`}
        />
      ))}
    </ChartFrame>
  )
}

type Lines = readonly { readonly row: SeasonRow; readonly points: readonly number[] }[]

function describe({ tournaments }: Season, lines: Lines): string {
  const people = lines.map(({ row, points }) => `${row.person.name} ${points.map(toPointsText).join(', ')}`)
  return `Points after ${tournaments.map(({ name }) => name).join(', ')}: ${people.join('; ')}.`
}

const maxSteps = 5

/** The points with a line across the chart, in hundredths: 0 and multiples of a round number, up to the highest. */
export function toPointsScale(highest: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(highest / maxSteps))
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => highest / size <= maxSteps) ?? highest
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step)
}
