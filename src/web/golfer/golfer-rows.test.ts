import { describe, expect, it } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildGolfer } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { listGolferRows } from './golfer-rows.ts'

const pool = createPool(buildTournament({ entries: [buildEntry(), buildEntry({ id: 2 })] }))

describe('the rows of the golfers leaderboard', () => {
  it('are in the feed’s order, with each golfer’s entry count and its share of all entries', () => {
    const field = [buildGolfer({ espnId: '9999' }), buildGolfer({ espnId: '1004' })]
    const rows = listGolferRows(pool, { golfersScores: field, par: 72 }, true).slice(0, 2)
    expect(rows.map(({ espnId, entryCount, entryShare }) => [espnId, entryCount, entryShare])).toEqual([
      ['9999', 0, null],
      ['1004', 2, '33%'],
    ])
  })

  it('end with placeholders for the players whom the feed does not list', () => {
    const rows = listGolferRows(pool, { golfersScores: [buildGolfer({ espnId: '1001' })], par: 72 }, true)
    expect(rows).toHaveLength(12)
    expect(rows[1]).toMatchObject({ espnId: '1002', position: '--', toPar: '--', isDNF: true, entryCount: 2 })
  })

  it('have no entry counts while picks are hidden', () => {
    const rows = listGolferRows(pool, { golfersScores: [], par: 0 }, false)
    expect(new Set(rows.flatMap(({ entryCount, entryShare }) => [entryCount, entryShare]))).toEqual(new Set([null]))
  })
})
