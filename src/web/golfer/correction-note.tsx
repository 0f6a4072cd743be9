import type { GolferCorrection } from '#domain/field/field.ts'
import { toMomentText } from '#web/time/time-text.ts'

const fieldNames: Readonly<Record<string, string>> = { status: 'status', toPar: 'total' }

/** Who corrected what, when and why. */
export function CorrectionNote({ correction: { fields, by, at, reason } }: { correction: GolferCorrection }) {
  const names = fields.map((field) => fieldNames[field] ?? field.replace('round', 'R'))
  return (
    <p>
      <span aria-hidden="true">† </span>
      <strong>Corrected by {by}</strong>, {toMomentText(at)} ({names.join(', ')}): {reason}
    </p>
  )
}
