import { type Standings, standingAt } from '#domain/standings/standings.ts'

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
    <table className="table-small">
      <thead>
        <tr>
          <th scope="col">Tied for first</th>
          <th scope="col">{questions[0]}</th>
          <th scope="col">{questions[1]}</th>
        </tr>
      </thead>
      <tbody>
        {tied.map(({ row, displayName, tiebreakers: [first, second] }) => (
          <tr key={row}>
            <th scope="row">{displayName}</th>
            <td>{first}</td>
            <td>{second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
