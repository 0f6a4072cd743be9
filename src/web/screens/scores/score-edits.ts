import { countRounds, parseToPar, toParText } from '#domain/field/field.ts'
import { fromScoreCells, type ScoreCells, toScoreCells } from '#domain/scores/score-cells.ts'
import {
  type EventStatus,
  findScoreFaults,
  type ScoreDocument,
  type ScoredEvent,
  type ScoreFault,
} from '#domain/scores/score-document.ts'
import type { ScoreEdits } from '#web/forms/score-drafts.ts'
import { settle } from '#web/forms/settle.ts'

export type RowEdits = ScoreEdits[string]

/** The row of the fields of the event. */
export const eventRow = 'event'
export type CellChange = readonly [row: string, column: string, text: string]

/** The published text of every cell. */
export type PublishedCells = ReadonlyMap<string, Readonly<Record<string, string>>>

export function toPublishedCells({ event, golfers }: ScoreDocument): PublishedCells {
  const { round, status, par, cut } = event
  const fields = {
    round: String(round),
    rounds: String(countRounds(event)),
    status,
    par: String(par),
    cut: cut?.toPar == null ? '' : toParText(cut.toPar),
  }
  return new Map<string, Readonly<Record<string, string>>>([
    [eventRow, fields],
    ...golfers.map((golfer) => [golfer.id, { ...toScoreCells(golfer) }] as const),
  ])
}

/** Applies changes. A cell with its published text again is no edit. Unchanged rows stay the same objects. */
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

/** The edits after a publication. `sent`: the edits that it contained. Cells that were typed in since then stay. */
export function settleEdits(edits: ScoreEdits, sent: ScoreEdits, published: PublishedCells): ScoreEdits {
  const changes = listEdits(edits).map(([row, column, text]): CellChange => {
    const { text: sentText = edits[row]?.[column]?.was ?? '' } = sent[row]?.[column] ?? {}
    return [row, column, settle(text, sentText, published.get(row)?.[column] ?? '')]
  })
  return changeCells({}, published, changes)
}

/** The text that somebody else published in the cell after the edit. Undefined if they did not change it. */
export function findTheirs(edit: RowEdits[string] | undefined, theirs = ''): string | undefined {
  return edit === undefined || theirs === edit.was || theirs === edit.text ? undefined : theirs
}

/** The cells that somebody else has published differently since they were typed. */
export function listConflicts(edits: ScoreEdits, published: PublishedCells): CellChange[] {
  return listEdits(edits).flatMap(([row, column]): CellChange[] => {
    const theirs = findTheirs(edits[row]?.[column], published.get(row)?.[column])
    return theirs === undefined ? [] : [[row, column, theirs]]
  })
}

export function listEdits(edits: ScoreEdits): CellChange[] {
  return Object.entries(edits).flatMap(([row, cells]) =>
    Object.entries(cells).map(([column, { text }]): CellChange => [row, column, text]),
  )
}

/** The document with the edits applied, and its faults. `updated`: the time of the new document. */
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

function toEvent(event: ScoredEvent, { round, rounds, status, par, cut }: RowEdits, faults: ScoreFault[]): ScoredEvent {
  const read = (field: string, text: string, least: number, most: number) => {
    const number = text.trim() === '' ? Number.NaN : parseToPar(text)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    faults.push({ row: null, field: `event.${field}`, message: `must be ${least} to ${most}` })
    return 0
  }
  const next = {
    ...event,
    // The form offers only valid choices of these three.
    ...(round && { round: Number(round.text) }),
    ...(rounds && { rounds: Number(rounds.text) }),
    ...(status && { status: status.text as EventStatus }),
    ...(par && { par: read('par', par.text, 54, 80) }),
  }
  if (!cut) return next
  return {
    ...next,
    cut: cut.text.trim() === '' ? null : { afterRound: next.round, toPar: read('cut', cut.text, -40, 40) },
  }
}
