import { toParText } from '#domain/field/to-par.ts'
import { fromScoreCells, type ScoreCells, toScoreCells } from '#domain/scores/score-cells.ts'
import type { EventStatus, ScoreDocument, ScoredEvent } from '#domain/scores/score-document.ts'
import { findScoreFaults, type ScoreFault } from '#domain/scores/score-faults.ts'

/** What is typed over published scores. `was`: what the cell had then, to notice that somebody else has changed it too. */
type Edit = { readonly text: string; readonly was: string }
export type RowEdits = Readonly<Record<string, Edit>>

/** By golfer and column; `eventRow` has the fields of the event. Browsers hold drafts in this shape. */
export type ScoreEdits = Readonly<Record<string, RowEdits>>

export const eventRow = 'event'
export type CellChange = readonly [row: string, column: string, text: string]

/** The published text of every cell. */
export type PublishedCells = ReadonlyMap<string, Readonly<Record<string, string>>>

export function toPublishedCells({ event, golfers }: ScoreDocument): PublishedCells {
  const { round, status, par, cut } = event
  const fields = { round: String(round), status, par: String(par), cut: cut?.toPar == null ? '' : toParText(cut.toPar) }
  return new Map<string, Readonly<Record<string, string>>>([
    [eventRow, fields],
    ...golfers.map((golfer) => [golfer.id, { ...toScoreCells(golfer) }] as const),
  ])
}

/** A cell that is as published again is no edit. Rows without a change stay the same objects. */
export function changeCells(edits: ScoreEdits, published: PublishedCells, changes: readonly CellChange[]): ScoreEdits {
  const next: Record<string, RowEdits> = { ...edits }
  for (const [row, column, text] of changes) {
    const was = published.get(row)?.[column] ?? ''
    const { [column]: _, ...others } = next[row] ?? {}
    next[row] = text === was ? others : { ...others, [column]: { text, was } }
    if (Object.keys(next[row]).length === 0) delete next[row]
  }
  return next
}

export function countEdits(edits: ScoreEdits): number {
  return Object.values(edits).reduce((count, row) => count + Object.keys(row).length, 0)
}

/** The cells that somebody else has published differently since they were typed. */
export function listConflicts(edits: ScoreEdits, published: PublishedCells): CellChange[] {
  return Object.entries(edits).flatMap(([row, cells]) =>
    Object.entries(cells).flatMap(([column, { text, was }]): CellChange[] => {
      const theirs = published.get(row)?.[column] ?? ''
      return theirs === was || theirs === text ? [] : [[row, column, theirs]]
    }),
  )
}

/** The scores with what is typed, and what is wrong with them. `updated`: now. */
export function applyEdits(
  { event: stored, golfers }: ScoreDocument,
  edits: ScoreEdits,
  updated: string,
): { document: ScoreDocument; faults: ScoreFault[] } {
  const faults: ScoreFault[] = []
  const event = { ...toEvent(stored, edits[eventRow] ?? {}, faults), updated }
  const typed = golfers.map((golfer, row) => {
    const read = fromScoreCells(golfer, toTexts(edits[golfer.id] ?? {}), event)
    faults.push(...read.faults.map((fault) => ({ row, ...fault })))
    return read.golfer
  })
  const document = { event, golfers: typed }
  return { document, faults: faults.length > 0 ? faults : findScoreFaults(document, null) }
}

export function toTexts(row: RowEdits): ScoreCells {
  return Object.fromEntries(Object.entries(row).map(([column, { text }]) => [column, text]))
}

function toEvent(event: ScoredEvent, { round, status, par, cut }: RowEdits, faults: ScoreFault[]): ScoredEvent {
  const read = (field: string, edit: Edit | undefined, stored: number, [least, most]: readonly [number, number]) => {
    if (edit === undefined) return stored
    const number = edit.text.trim() === '' ? Number.NaN : Number(edit.text.replace(/[−–]/, '-').replace(/^E$/i, '0'))
    if (Number.isInteger(number) && number >= least && number <= most) return number
    faults.push({ row: null, field: `event.${field}`, message: `must be ${least} to ${most}` })
    return stored
  }
  const next = {
    ...event,
    round: read('round', round, event.round, [0, 5]),
    par: read('par', par, event.par, [54, 80]),
    // One of the choices of the form.
    ...(status && { status: status.text as EventStatus }),
  }
  if (!cut) return next
  const toPar = cut.text.trim() === '' ? null : read('cut', cut, 0, [-40, 40])
  return { ...next, cut: toPar === null ? null : { afterRound: next.round, toPar } }
}
