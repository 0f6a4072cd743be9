import type { Pool } from '#domain/entries/pool.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import { applyCorrections, type ScoreCorrection } from '#domain/scores/score-corrections.ts'
import type { ScoreDocument } from '#domain/scores/score-document.ts'
import { toScoredField } from '#domain/scores/scored-field.ts'
import { placeOfRow, scorePool, standingAt } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'
import { Question } from '#web/ui/confirmation.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'

/** Shows how publishing changes golfers, entries and the top of the standings. */
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

const topCount = 5

export type ScorePreview = ReturnType<typeof previewScores>

type Scores = { document: ScoreDocument; corrections: readonly ScoreCorrection[] }

/** Computes how publishing would change the board and the standings. */
export function previewScores(pool: Pool, board: Field, { document, corrections }: Scores) {
  const next = applyCorrections(toScoredField(document, board), corrections)
  const shown = new Map(board.golfersScores.map((golfer) => [golfer.espnId, toScores(golfer)]))
  const [before, after] = [scorePool(pool, board), scorePool(pool, next)]
  const rows = Array.from({ length: pool.size }, (_, row) => row)
  return {
    golfers: next.golfersScores.filter((golfer) => shown.get(golfer.espnId) !== toScores(golfer)).length,
    moved: rows.filter((row) => placeOfRow(before, row) !== placeOfRow(after, row)).length,
    entries: pool.size,
    top: rows.slice(0, topCount).map((line) => {
      const standing = standingAt(after, line)
      return { ...standing, placeBefore: placeOfRow(before, standing.row) }
    }),
  }
}

/** A text that is equal for two golfers with the same scores. Rounds count only once the round in play is over. */
function toScores({ isDNF, toPar, thru, currentRoundScore, position, ...golfer }: Golfer): string {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  return JSON.stringify([
    isDNF ? position : '',
    toPar,
    thru,
    currentRoundScore,
    thru === 'F' || thru === '--' ? rounds : 0,
  ])
}
