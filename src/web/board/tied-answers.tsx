import { listTied } from '#domain/standings/podium.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { noAnswers } from '#domain/tournament/tournament.ts'
import { SmallTable } from '#web/ui/small-table.tsx'

/** More are only counted on the podium. */
const maxShown = 10

/** The answers of those who share the first place: the organisers decide (docs/rules.md, 2.2). Nothing without a tie. */
export function TiedAnswers({ standings }: { standings: Standings }) {
  const tied = listTied(standings, 1)
  if (tied.length < 2) return null
  const { active, tiebreakers: questions, trueAnswers = noAnswers } = standings.pool.tournament
  const rows = tied.slice(0, maxShown).map(({ id, name, tiebreakers }) => ({ key: id, cells: [name, ...tiebreakers] }))
  const isKnown = !active && trueAnswers.some((answer) => answer !== '')
  return (
    <SmallTable
      label="Tied for first"
      columns={['Tied for first', ...questions]}
      heading="Tied for first"
      rows={isKnown ? [...rows, { key: 0, weight: 'soft', cells: ['True answers', ...trueAnswers] }] : rows}
    />
  )
}
