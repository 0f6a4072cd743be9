import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { applyCorrections } from '#domain/scores/score-corrections.ts'
import { toScoredField } from '#domain/scores/scored-field.ts'
import { buildScoredGolfer, buildScores } from '#test/support/build-scores.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { previewScores } from './publish-preview.tsx'
import { applyEdits, changeCells, listConflicts, listEdits, settleEdits, toPublishedCells } from './score-edits.ts'

const now = '2026-06-05T19:00:00.000Z'
const golfers = [
  buildScoredGolfer({ id: '1', name: 'Ann Arbor', rounds: [70] }),
  buildScoredGolfer({ id: '2', name: 'Bea Bunker', rounds: [68] }),
]
const stored = buildScores({ round: 2 }, golfers)
const published = toPublishedCells(stored)

describe('what two organisers type', () => {
  const mine = changeCells({}, published, [
    ['1', 'rounds.0', '71'],
    ['2', 'thru', '12'],
    ['event', 'round', '3'],
  ])

  test('is kept by cell, and no edit once it is as published', () => {
    expect(listEdits(mine)).toHaveLength(3)
    const next = changeCells(mine, published, [['1', 'rounds.0', '70']])
    expect(next).toEqual({ 2: mine['2'], event: mine['event'] })
    expect(next['2']).toBe(mine['2'])
  })

  test('is merged: only a cell that both have changed differently is a conflict, until it is typed again', () => {
    const theirs = toPublishedCells(
      buildScores({ round: 3 }, [
        buildScoredGolfer({ id: '1', rounds: [72, 69] }),
        buildScoredGolfer({ id: '2', rounds: [68] }),
      ]),
    )
    expect(listConflicts(mine, published)).toEqual([])
    expect(listConflicts(mine, theirs)).toEqual([['1', 'rounds.0', '72']])
    expect(listConflicts(changeCells(mine, theirs, [['1', 'rounds.0', '73']]), theirs)).toEqual([])
  })
})

test('a publication keeps what is typed while it runs, cell by cell, and it is no conflict', () => {
  const sent = changeCells({}, published, [
    ['1', 'rounds.0', '7'],
    ['1', 'thru', '12'],
    ['2', 'thru', '3'],
  ])
  const since = changeCells(sent, published, [
    ['1', 'rounds.0', '71'],
    ['2', 'rounds.0', '69'],
  ])
  const afterwards = new Map([
    ...published,
    ['1', { ...published.get('1'), 'rounds.0': '7', thru: '12' }],
    ['2', { ...published.get('2'), thru: '3' }],
  ])
  const edits = settleEdits(since, sent, afterwards)
  expect(edits).toEqual({
    1: { 'rounds.0': { text: '71', was: '7' } },
    2: { 'rounds.0': { text: '69', was: '68' } },
  })
  expect(listConflicts(edits, afterwards)).toEqual([])
})

test('typed scores of the event and its golfers become a document, or faults with row and field', () => {
  const edits = changeCells({}, published, [
    ['event', 'round', '3'],
    ['event', 'status', 'suspended'],
    ['event', 'cut', '+1'],
    ['1', 'rounds.1', '69'],
  ])
  const { document, faults } = applyEdits(stored, edits, now)
  expect(faults).toEqual([])
  expect(document.event).toEqual({
    ...stored.event,
    round: 3,
    status: 'suspended',
    cut: { afterRound: 3, toPar: 1 },
    updated: now,
  })
  expect(document.golfers[0]).toMatchObject({ rounds: [70, 69, null, null] })
  expect(document.golfers[1]).toBe(golfers[1])
  const wrong = changeCells({}, published, [
    ['event', 'par', '20'],
    ['event', 'cut', 'none'],
    ['2', 'rounds.1', '12'],
    ['2', 'status', 'gone'],
  ])
  expect(applyEdits(stored, wrong, now).faults.map(({ row, field }) => [row, field])).toEqual([
    [null, 'event.par'],
    [null, 'event.cut'],
    [1, 'status'],
  ])
})

test('a preview counts the golfers and entries that change, with the corrections on the board', () => {
  const tournament = buildTournament({ entries: [buildEntry()] })
  const pool = createPool(tournament)
  const players = tournament.players.map(({ espnId, name }, index) =>
    buildScoredGolfer({ id: espnId, name, rounds: [70 + (index % 4)] }),
  )
  const board = toScoredField(buildScores({}, players), null)
  expect(previewScores(pool, board, { document: buildScores({}, players), corrections: [] })).toMatchObject({
    golfers: 0,
    moved: 0,
    entries: pool.size,
  })
  const [first, ...others] = players
  if (!first) throw new Error('unreachable')
  const changed = buildScores({}, [{ ...first, rounds: [60] }, ...others])
  // All three entries were first.
  const { golfers: count, moved, top } = previewScores(pool, board, { document: changed, corrections: [] })
  expect([count, moved]).toEqual([1, 2])
  expect(top.map(({ position, placeBefore }) => [position, placeBefore])).toEqual([
    ['1', 1],
    ['T2', 1],
    ['T2', 1],
  ])
  // A corrected row stays as it is corrected.
  const correction = { espnId: first.id, status: null, rounds: [70, null, null, null], toParDifference: null }
  const corrections = [{ ...correction, reason: 'Wrong card', by: 'Olive', at: now }]
  const corrected = applyCorrections(board, corrections)
  expect(previewScores(pool, corrected, { document: changed, corrections }).golfers).toBe(0)
})
