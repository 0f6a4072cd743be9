import { type ClipboardEvent, type KeyboardEvent, memo, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { fromScoreCells, type ScoreColumn, scoreColumns, toDerivedCells } from '#domain/scores/score-cells.ts'
import type { ScoredEvent, ScoredGolfer, ScoreFault } from '#domain/scores/score-document.ts'
import type { ScoreEdits } from '#web/forms/score-drafts.ts'
import { type CellChange, findTheirs, type PublishedCells, type RowEdits, toTexts } from './score-edits.ts'
import styles from './scores.module.css'

const labels: Readonly<Record<ScoreColumn, string>> = {
  'rounds.0': 'R1',
  'rounds.1': 'R2',
  'rounds.2': 'R3',
  'rounds.3': 'R4',
  today: 'Today',
  thru: 'Thru',
  toPar: 'To par',
  status: 'Status',
}
const columnNames: readonly string[] = scoreColumns
const steps: Readonly<Record<string, { rows: number; columns: number }>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
}
/** Keypads of phones have no minus and no letters. */
const isNumeric = (column: ScoreColumn) => column.startsWith('rounds') || column === 'thru'

export type CellFault = ScoreFault & { readonly id: string }

type Props = {
  /** In the order of the rows. */
  golfers: readonly ScoredGolfer[]
  shown: readonly ScoredGolfer[]
  published: PublishedCells
  edits: ScoreEdits
  faults: readonly CellFault[]
  board: Leaderboard | null
  course: ScoredEvent
  /** Must be the same function in every render. */
  onChange: (changes: readonly CellChange[]) => void
}

/** The input of a cell. */
export function findCell(within: HTMLElement | null, row: string, column: string): HTMLElement | null {
  return within?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`) ?? null
}

/** Golfers and their scores, with the keys of a spreadsheet. */
export function ScoreGrid({ golfers, shown, published, edits, faults, board, course, onChange }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef('')
  const numbers = new Map(golfers.map(({ id }, index) => [id, index + 1]))
  const corrected = new Set(board?.golfersScores.flatMap(({ espnId, correction }) => (correction ? espnId : [])))
  const wrong = Map.groupBy(faults, ({ id }) => id)

  /** Finds the cell at an offset in rows and columns. */
  function findNear(input: Element, rows: number, columns: number): readonly [row: string, column: string] | undefined {
    const [id, column] = input.getAttribute('data-cell')?.split(' ') ?? []
    const row = shown[shown.findIndex((golfer) => golfer.id === id) + rows]
    const near = scoreColumns[columnNames.indexOf(column ?? '') + columns]
    return row && near && [row.id, near]
  }

  function move(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey, target } = event
    if (!(target instanceof HTMLInputElement)) return
    const { selectionStart, selectionEnd, value } = target
    const [id = '', column = ''] = target.dataset['cell']?.split(' ') ?? []
    if (key === 'Escape') {
      flushSync(() => onChange([[id, column, before.current]]))
      target.select()
      return
    }
    const enterDirection = shiftKey ? 'ArrowUp' : 'ArrowDown'
    const direction = key === 'Enter' ? enterDirection : key
    const step = steps[direction]
    if (step === undefined) return
    const isWhole = selectionStart === 0 && selectionEnd === value.length
    // Within the text, these two keys move the cursor.
    if (direction === 'ArrowLeft' && !isWhole && selectionEnd !== 0) return
    if (direction === 'ArrowRight' && !isWhole && selectionStart !== value.length) return
    event.preventDefault()
    const near = findNear(target, step.rows, step.columns)
    if (near) findCell(body.current, ...near)?.focus()
  }

  /** Cells of a spreadsheet fill the grid from this one on. */
  function paste(event: ClipboardEvent<HTMLElement>): void {
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
    const { target } = event
    if (!/[\t\n]/.test(text) || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    const lines = text.split(/\r?\n/).map((line) => line.split('\t'))
    onChange(
      lines.flatMap((cells, row) =>
        cells.flatMap((cell, column): CellChange[] => {
          const near = findNear(target, row, column)
          return near ? [[...near, cell.trim()]] : []
        }),
      ),
    )
  }

  return (
    <table role="table" className={styles.grid} aria-label="Scores">
      <thead role="rowgroup">
        <tr role="row" className={styles.row}>
          <th role="columnheader" scope="col" className={styles.name}>
            Golfer
          </th>
          {scoreColumns.map((column) => (
            <th role="columnheader" scope="col" key={column}>
              {labels[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        ref={body}
        onKeyDown={move}
        onPaste={paste}
        onFocus={({ target }) => {
          if (!(target instanceof HTMLInputElement)) return
          before.current = target.value
          target.select()
        }}
      >
        {shown.map((golfer) => (
          <Row
            key={golfer.id}
            number={numbers.get(golfer.id) ?? 0}
            golfer={golfer}
            onChange={onChange}
            cells={published.get(golfer.id)}
            edits={edits[golfer.id]}
            faults={wrong.get(golfer.id)}
            isCorrected={corrected.has(golfer.id)}
            par={course.par}
            round={course.round}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<Props, 'onChange'> & {
  number: number
  golfer: ScoredGolfer
  cells: Readonly<Record<string, string>> | undefined
  edits: RowEdits | undefined
  /** Undefined without faults: the same value in every render lets React skip the row. */
  faults: readonly CellFault[] | undefined
  isCorrected: boolean
  par: number
  round: number
}

/** Rendered again only when something in it has changed: a field has 156. */
const Row = memo(({ number, golfer, cells, edits, faults, isCorrected, par, round, onChange }: RowProps) => {
  const course = { par, round }
  const derived = toDerivedCells(fromScoreCells(golfer, toTexts(edits ?? {}), course).golfer, course)
  const isWrong = (column: ScoreColumn) => faults?.some(({ field }) => field === column) || undefined
  const id = useId()
  return (
    <tr role="row" className={styles.row}>
      <th role="rowheader" scope="row" className={styles.name}>
        <span className="fine-print">{number}</span> {golfer.name}
        {isCorrected && <span className="fine-print"> Corrected</span>}
        <div id={id}>
          {faults?.map(({ field, message }) => (
            <p key={field} className="field-error">
              {labels[field as ScoreColumn] ?? field} {message}.
            </p>
          ))}
        </div>
      </th>
      {scoreColumns.map((column) => {
        const theirs = findTheirs(edits?.[column], cells?.[column])
        return (
          <td role="cell" key={column}>
            <input
              data-cell={`${golfer.id} ${column}`}
              data-changed={edits?.[column] && ''}
              className={styles.cell}
              aria-label={`${labels[column]}, ${golfer.name}`}
              aria-invalid={isWrong(column)}
              aria-describedby={isWrong(column) && id}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              inputMode={isNumeric(column) ? 'numeric' : 'text'}
              placeholder={derived[column]}
              value={edits?.[column]?.text ?? cells?.[column] ?? ''}
              onChange={({ target }) => onChange([[golfer.id, column, target.value]])}
            />
            {theirs !== undefined && <span className={`fine-print ${styles.theirs}`}>theirs: {theirs || 'empty'}</span>}
          </td>
        )
      })}
    </tr>
  )
})
