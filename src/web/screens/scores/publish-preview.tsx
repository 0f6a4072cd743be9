import { formatNumber } from '#domain/text/format.ts'
import { Question } from '#web/ui/confirmation.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
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
        <SmallTable
          label="The top of the standings after publishing"
          columns={['Pos', 'Name', 'To Par', 'Before']}
          heading="Name"
          numbers={2}
          rows={top.map(({ row, position, displayName, toPar, placeBefore }) => ({
            key: row,
            cells: [position, displayName, toPar, placeBefore ?? '--'],
          }))}
        />
      )}
      <Question>Everyone sees them at once. Publish?</Question>
    </div>
  )
}
