import { expect } from 'vitest'
import type { Field } from '#domain/field/field.ts'
import { findScoreFaults } from '#domain/scores/score-document.ts'
import { toScoreDocument, toScoredField } from '#domain/scores/scored-field.ts'

/** A board becomes a valid document, and the document the same board. */
export function expectSameAsDocument(field: Field): void {
  const document = toScoreDocument(field, '4018', '2026-06-05T18:00:00.000Z')
  expect(findScoreFaults(document, field)).toEqual([])
  const same = toScoredField(document, field)
  expect(same.event.completed).toBe(field.event.completed)
  expect(same.currentRound).toBe(field.currentRound)
  expect(same.cutline).toEqual(field.cutline)
  expect(listScores(same)).toEqual(listScores(field))
}

function listScores({ golfersScores }: Field) {
  return golfersScores
    .map(({ espnId, fullName, isDNF, relativeScore, toPar, position, logoImage }) => ({
      ...{ espnId, fullName, isDNF, relativeScore, toPar, logoImage },
      out: isDNF ? position : null,
    }))
    .toSorted((a, b) => Number(a.espnId) - Number(b.espnId))
}
