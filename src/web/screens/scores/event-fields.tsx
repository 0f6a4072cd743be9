import { mostRounds } from '#domain/field/field.ts'
import { eventStatuses, type ScoreFault } from '#domain/scores/score-document.ts'
import { Field } from '#web/ui/field.tsx'
import { type CellChange, eventRow, findTheirs, type RowEdits } from './score-edits.ts'
import styles from './scores.module.css'

type Props = {
  cells: Readonly<Record<string, string>>
  edits: RowEdits | undefined
  faults: readonly ScoreFault[]
  onChange: (changes: readonly CellChange[]) => void
}

type Choices = readonly (readonly [value: string, text: string])[]

const statuses: Choices = eventStatuses.map((status) => [
  status,
  status.charAt(0).toUpperCase() + status.slice(1).replace('-', ' '),
])
const roundCounts: Choices = Array.from({ length: mostRounds }, (_, index) => [String(index + 1), String(index + 1)])
const labels = { rounds: 'Rounds', round: 'Round', status: 'Status', par: 'Par', cut: 'Projected cut' }

function listRounds(count: number): Choices {
  const rounds = Array.from({ length: count }, (_, index) => [String(index + 1), `Round ${index + 1}`] as const)
  return [['0', 'Before round 1'], ...rounds, [String(count + 1), 'Play-off']]
}

/** The fields of the event: rounds, current round, status, par and projected cut. */
export function EventFields({ cells, edits, faults, onChange }: Props) {
  const count = Number(edits?.['rounds']?.text ?? cells['rounds'] ?? mostRounds)
  const choices: Readonly<Record<string, Choices>> = { rounds: roundCounts, round: listRounds(count), status: statuses }
  return (
    <div className={styles.event}>
      {Object.entries(labels).map(([field, label]) => {
        const theirs = findTheirs(edits?.[field], cells[field])
        const Control = choices[field] ? 'select' : 'input'
        return (
          <Field key={field} label={label}>
            {(control) => (
              <>
                <Control
                  {...control}
                  placeholder={field === 'cut' ? 'None' : undefined}
                  data-cell={`${eventRow} ${field}`}
                  aria-invalid={faults.some((fault) => fault.field === `event.${field}`) || undefined}
                  value={edits?.[field]?.text ?? cells[field] ?? ''}
                  onChange={({ target }) => onChange([[eventRow, field, target.value]])}
                >
                  {choices[field]?.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </Control>
                {theirs !== undefined && (
                  <p className="fine-print">
                    theirs: {choices[field]?.find(([value]) => value === theirs)?.[1] ?? (theirs || 'none')}
                  </p>
                )}
              </>
            )}
          </Field>
        )
      })}
    </div>
  )
}
