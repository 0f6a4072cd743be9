import type { Field } from '#domain/field/field.ts'
import { withOwnMovement } from './own-movement.ts'
import { applyCorrections, type ScoreCorrection } from './score-corrections.ts'

/** The field with the corrections of its rows (docs/rules.md, 7.8). The movement of the feed is its own; others have ours. */
export function toCorrectedBoard(field: Field, corrections: readonly ScoreCorrection[], sourceKind: string): Field {
  const corrected = applyCorrections(field, corrections)
  return corrections.length > 0 && sourceKind !== 'feed' ? withOwnMovement(corrected) : corrected
}
