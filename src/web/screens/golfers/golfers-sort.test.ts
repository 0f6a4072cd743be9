import { expect, test } from 'vitest'
import { buildGolfer } from '#test/support/build-field.ts'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'
import { type GolfersColumn, listLines, sortGolfers } from './golfers-sort.ts'

const row = (fullName: string, overrides: Partial<GolferRow> = {}) => ({
  ...buildGolfer({ fullName, ...overrides }),
  entryCount: overrides.entryCount ?? 0,
  entryShare: null,
  tier: overrides.tier ?? null,
  par: 72,
})

const up = { text: '3', class: 'positive' } as const
const down = { text: '12', class: 'negative' } as const

/** In the feed's order. */
const field = [
  row('Ludvig Åberg', {
    espnId: '4',
    tier: 3,
    entryCount: 5,
    currentRoundScore: '-2',
    thru: '12',
    round1Score: '66',
    totalScore: '99',
  }),
  row('Zach Adams', {
    espnId: '5',
    tier: 0,
    movement: up,
    currentRoundScore: 'E',
    thru: 'F',
    round1Score: '70',
    totalScore: '140',
  }),
  row('Erik van Rooyen', {
    espnId: '1',
    entryCount: 9,
    currentRoundScore: '--',
    thru: '--',
    teeTime: '2026-04-10T16:00:00Z',
  }),
  row('Bo Berg', { espnId: '2', movement: down, currentRoundScore: '--', thru: '--', teeTime: '2026-04-10T15:00:00Z' }),
  row('Al Cole', { espnId: '3', isDNF: true, toPar: '--', thru: '--', totalScore: '--', currentRoundScore: '--' }),
]

function sort(column: GolfersColumn, direction: 'ascending' | 'descending'): string[] {
  return sortGolfers(field, { column, direction }).map(({ fullName }) => fullName.split(' ').at(-1) ?? '')
}

test.each([
  ['pos', 'ascending', ['Åberg', 'Adams', 'Rooyen', 'Berg', 'Cole']],
  ['pos', 'descending', ['Berg', 'Rooyen', 'Adams', 'Åberg', 'Cole']],
  ['player', 'ascending', ['Åberg', 'Adams', 'Berg', 'Cole', 'Rooyen']],
  ['entries', 'descending', ['Rooyen', 'Åberg', 'Adams', 'Berg', 'Cole']],
  ['movement', 'descending', ['Adams', 'Åberg', 'Rooyen', 'Cole', 'Berg']],
  ['today', 'ascending', ['Åberg', 'Adams', 'Rooyen', 'Berg', 'Cole']],
  ['today', 'descending', ['Adams', 'Åberg', 'Rooyen', 'Berg', 'Cole']],
  ['thru', 'descending', ['Adams', 'Åberg', 'Berg', 'Rooyen', 'Cole']],
  ['tier', 'ascending', ['Adams', 'Åberg', 'Rooyen', 'Berg', 'Cole']],
  ['tier', 'descending', ['Åberg', 'Adams', 'Rooyen', 'Berg', 'Cole']],
] as const)('golfers by %s, %s', (column, direction, expected) => {
  expect(sort(column, direction)).toEqual(expected)
})

test('strokes that are not shown yet do not affect the order', () => {
  expect(sort('total', 'ascending').slice(-2)).toEqual(['Åberg', 'Cole'])
  expect(sort('total', 'descending').slice(-2)).toEqual(['Åberg', 'Cole'])
})

function listTexts(input: Partial<Parameters<typeof listLines>[1]>): string[] {
  const sort = input.sort ?? { column: 'pos', direction: 'ascending' }
  const choice = { starred: new Set<string>(), cutline: null, sort, ...input }
  return listLines(sortGolfers(field, sort), choice).map((line) =>
    'heading' in line ? line.heading : (line.fullName.split(' ').at(-1) ?? ''),
  )
}

test('sorted by tier, each tier has a heading, below the favourites', () => {
  const sort = { column: 'tier', direction: 'ascending' } as const
  expect(listTexts({ sort })).toEqual([
    'Tier A',
    'Adams',
    'Tier D',
    'Åberg',
    'Not in the pool',
    'Rooyen',
    'Berg',
    'Cole',
  ])
  expect(listTexts({ sort, starred: new Set(['1']) }).slice(0, 2)).toEqual(['Rooyen', 'Tier A'])
})

test('the projected cut is below the last golfer inside, among those who are no favourites', () => {
  const cutline = { value: 100, type: 'projected', displayValue: '+100' } as const
  expect(listTexts({ cutline }).at(-2)).toBe('Projected Cut: +100')
  expect(listTexts({ cutline, starred: new Set(['3']) })).toEqual([
    'Cole',
    'Åberg',
    'Adams',
    'Rooyen',
    'Berg',
    'Projected Cut: +100',
  ])
})

test('until somebody has a position, golfers are in the order of their tee times', () => {
  const waiting = ['2026-04-10T16:00:00Z', null, '2026-04-10T15:00:00Z', '2026-04-10T15:00:00Z'].map((teeTime, line) =>
    row(`Golfer ${line}`, { position: '--', thru: '--', teeTime }),
  )
  const sorted = sortGolfers(waiting, { column: 'pos', direction: 'ascending' })
  expect(sorted.map(({ fullName }) => fullName.at(-1))).toEqual(['2', '3', '0', '1'])
})
