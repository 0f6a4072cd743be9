import { describe, expect, test } from 'vitest'
import { buildScoredGolfer } from '#test/support/build-scores.ts'
import { fromScoreCells, type ScoreCells, toDerivedCells, toScoreCells } from './score-cells.ts'
import { parseScoreTable } from './score-table.ts'

describe('a pasted table', () => {
  test('with headings, in any order; other columns and totals in strokes are ignored', () => {
    const table = [
      'POS\tPLAYER\tSCORE\tTODAY\tTHRU\tR1\tR2\tR3\tR4\tTOT',
      'T1\tAnn Arbor\t-7\t-3\tF*\t68\t69\t\t\t137',
      '2\tBea Bunker\tE\t-\t1:10 PM\t72\t--\t\t\t72',
      '-\tCleo Club\tCUT\t\t\t80\t81\t\t\t161',
    ].join('\n')
    expect(parseScoreTable(table)).toEqual([
      { name: 'Ann Arbor', cells: row(['68', '69', '', '', '-3', 'F*', '-7', '']) },
      { name: 'Bea Bunker', cells: row(['72', '', '', '', '', '', 'E', '']) },
      { name: 'Cleo Club', cells: row(['80', '81', '', '', '', '', '', 'CUT']) },
    ])
  })

  test('as CSV with quoted names', () => {
    expect(parseScoreTable('Name,R1,Status\r\n"Arbor, Ann ""A""",70,\r\n"Bunker, Bea",,W/D\r\n')).toEqual([
      { name: 'Arbor, Ann "A"', cells: { 'rounds.0': '70', status: '' } },
      { name: 'Bunker, Bea', cells: { 'rounds.0': '', status: 'WD' } },
    ])
  })

  test('without headings: rounds, the score to par, holes and the reason to be out', () => {
    expect(parseScoreTable('1. \tAnn\tArbor\tUSA\t70\t68\t-6\t12\n\nT2\tBea Bunker\t71\t\tWD\n72\n')).toEqual([
      { name: 'Ann\tArbor\tUSA', cells: { 'rounds.0': '70', 'rounds.1': '68', toPar: '-6', thru: '12', status: '' } },
      { name: 'Bea Bunker', cells: { 'rounds.0': '71', 'rounds.1': '', toPar: '', thru: '', status: 'WD' } },
    ])
  })

  test('without names has no rows', () => {
    expect(parseScoreTable('70;71\n\n')).toEqual([])
  })
})

function row(texts: string[]): ScoreCells {
  const columns = ['rounds.0', 'rounds.1', 'rounds.2', 'rounds.3', 'today', 'thru', 'toPar', 'status']
  return Object.fromEntries(columns.map((column, index) => [column, texts[index]]))
}

describe('typed cells', () => {
  const course = { par: 72, round: 2 }
  const stored = buildScoredGolfer({ rounds: [70], today: -2, thru: 12, teeTime: null })
  const read = (typed: ScoreCells, golfer = stored) => {
    const { golfer: read, faults } = fromScoreCells(golfer, typed, course)
    const { rounds, today, thru, toPar } = read
    return [rounds.filter((strokes) => strokes !== null), today, thru, toPar, faults.map(({ field }) => field).join()]
  }

  test.each<[string, ScoreCells, unknown[]]>([
    ['nothing', {}, [[70], -2, 12, null, '']],
    ['the strokes of the round end it', { 'rounds.1': '69' }, [[70, 69], null, null, null, '']],
    ['holes and today', { today: '−3', thru: '14*' }, [[70], -3, 14, null, '']],
    ['thru F with today', { today: 'E', thru: 'f' }, [[70, 72], null, null, null, '']],
    ['thru F with the score to par', { today: '', thru: 'F', toPar: '-5' }, [[70, 69], null, null, null, '']],
    ['holes with the score to par', { today: '', thru: '15', toPar: '-5' }, [[70], -3, 15, null, '']],
    ['a score to par of another course', { 'rounds.1': '70', toPar: '-3' }, [[70, 70], null, null, -3, '']],
    ['the round goes on after all', { 'rounds.1': '70', thru: '5' }, [[70, 70], -2, 5, null, '']],
    [
      'what is no score',
      { 'rounds.0': '7x', today: 'x', thru: '!', toPar: '1.5', status: 'OUT' },
      [[], null, null, null, 'rounds.0,thru,status,toPar,today'],
    ],
  ])('%s', (_, typed, expected) => {
    expect(read(typed)).toEqual(expected)
  })

  test('today and thru F replace the strokes of a round, unless they are typed as well', () => {
    const complete = buildScoredGolfer({ rounds: [70, 69] })
    expect(read({ today: '-9', thru: 'F' }, complete)).toEqual([[70, 63], null, null, null, ''])
    expect(read({ today: '-9' }, complete)).toEqual([[70, 63], null, null, null, ''])
    expect(read({ today: '-9', thru: 'F', 'rounds.1': '68' }, complete)).toEqual([[70, 68], null, null, null, ''])
  })

  test('a score to par that does not follow from the rounds moves with them', () => {
    const elsewhere = buildScoredGolfer({ rounds: [70], toPar: -1 })
    expect(read({ 'rounds.1': '71' }, elsewhere)).toEqual([[70, 71], null, null, -2, ''])
    const unknown = buildScoredGolfer({ toPar: -6 })
    expect(read({ status: 'wd' }, unknown)).toEqual([[], null, null, -6, ''])
  })

  test('a golfer’s cells are those typed, and what follows is derived', () => {
    const golfer = buildScoredGolfer({ rounds: [70, 69], status: 'withdrawn' })
    expect(toScoreCells(golfer)).toEqual({
      'rounds.0': '70',
      'rounds.1': '69',
      today: '',
      thru: '',
      toPar: '',
      status: 'WD',
    })
    expect(toDerivedCells(golfer, course)).toEqual({ today: '-3', thru: 'F', toPar: '-5' })
    expect(toDerivedCells(buildScoredGolfer(), course)).toEqual({})
  })
})
