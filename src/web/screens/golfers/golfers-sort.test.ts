import { expect, test } from 'vitest'
import type { Golfer } from '#domain/field/field.ts'
import { buildGolfer } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { type GolfersColumn, listTierHeadings, listTiers, sortGolfers } from './golfers-sort.ts'

const row = (fullName: string, overrides: Partial<Golfer> & { entryCount?: number } = {}) => ({
  ...buildGolfer({ fullName, ...overrides }),
  entryCount: overrides.entryCount ?? 0,
  par: 72,
})

const up = { text: '3', class: 'positive' } as const
const down = { text: '12', class: 'negative' } as const
const players = buildPlayers(1)

/** In the feed's order. */
const field = [
  row('Ludvig Åberg', {
    espnId: players[3]?.espnId ?? '',
    entryCount: 5,
    currentRoundScore: '-2',
    thru: '12',
    round1Score: '66',
    totalScore: '99',
  }),
  row('Zach Adams', {
    espnId: players[0]?.espnId ?? '',
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
const tiers = listTiers(players)

function sort(column: GolfersColumn, direction: 'ascending' | 'descending'): string[] {
  return sortGolfers(field, { column, direction }, tiers).map(({ fullName }) => fullName.split(' ').at(-1) ?? '')
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

test('each tier has a heading, but only in the order of tiers', () => {
  const byTier = { column: 'tier', direction: 'ascending' } as const
  const sorted = sortGolfers(field, byTier, tiers)
  expect([...listTierHeadings(sorted, byTier, tiers)]).toEqual([
    [0, 'Tier A'],
    [1, 'Tier D'],
    [2, 'Not in the pool'],
  ])
  expect(listTierHeadings(sorted, { column: 'pos', direction: 'ascending' }, tiers).size).toBe(0)
})
