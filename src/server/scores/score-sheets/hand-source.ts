import { toScoredField } from '#domain/scores/scored-field.ts'
import type { ScoreSource } from '#server/feed/score-source.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findScoreSheet } from './score-sheet-store.ts'

type Options = {
  readonly db: Db
  readonly now: () => Date
  /** Whatever is used unless organisers enter the scores. */
  readonly automatic: ScoreSource
}

/** The scores that organisers enter, while they do; else those of the automatic source (docs/rules.md, 7.7). */
export function createHandSource({ db, now, automatic }: Options): ScoreSource {
  return {
    async getScores(tournament, previous) {
      const sheet = await findScoreSheet(db, tournament.id)
      if (!sheet?.inUse) return automatic.getScores(tournament, previous)
      return {
        // Checked when it was published.
        field: toScoredField(sheet.document, previous),
        courses: [],
        requestedAt: now(),
        asOf: new Date(sheet.at),
        source: { kind: 'hand', since: sheet.at, by: sheet.by },
      }
    },
  }
}
