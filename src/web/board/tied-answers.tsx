import { type Standings, standingAt } from '#domain/standings/standings.ts'
import { SmallTable } from '#web/ui/small-table.tsx'

/** More are only counted on the podium. */
const maxShown = 10

/** The answers of those who share the first place: the organiser decides (docs/rules.md, 2.2). Nothing without a tie. */
export function TiedAnswers({ standings }: { standings: Standings }) {
  const lines = Array.from({ length: Math.min(standings.placed, maxShown) }, (_, line) => standingAt(standings, line))
  const tied = lines.filter(({ place }) => place === 1)
  // Somebody's own entries have the same answers.
  if (new Set(tied.map(({ entryId }) => entryId)).size < 2) return null
  const { tiebreakers: questions } = standings.pool.tournament
  return (
    <SmallTable
      label="Tied for first"
      columns={['Tied for first', ...questions]}
      heading="Tied for first"
      rows={tied.map(({ row, displayName, tiebreakers }) => ({ key: row, cells: [displayName, ...tiebreakers] }))}
    />
  )
}
