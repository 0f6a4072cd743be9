import { formatNumber } from '#domain/text/format.ts'
import { Question } from '#web/ui/confirmation.tsx'
import type { ScorePreview } from './score-preview.ts'

/** What publishing changes: golfers, entries and the top of the standings. */
export function PublishPreview({ golfers, moved, entries, top }: ScorePreview) {
  return (
    <div className="stack-close">
      <p>
        <strong>{golfers === 1 ? '1 golfer changes' : `${formatNumber(golfers)} golfers change`}.</strong>{' '}
        {formatNumber(moved)} of {formatNumber(entries)} entries get another place.
      </p>
      {top.length > 0 && (
        <table aria-label="The top of the standings after publishing">
          <thead>
            <tr>
              <th scope="col">Pos</th>
              <th scope="col">Name</th>
              <th scope="col" className="number">
                To Par
              </th>
              <th scope="col" className="number">
                Before
              </th>
            </tr>
          </thead>
          <tbody>
            {top.map(({ row, position, displayName, toPar, placeBefore }) => (
              <tr key={row}>
                <td>{position}</td>
                <th scope="row">{displayName}</th>
                <td className="number">{toPar}</td>
                <td className="number">{placeBefore ?? '--'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Question>Everyone sees them at once. Publish?</Question>
    </div>
  )
}
