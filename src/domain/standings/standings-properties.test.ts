import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { arbitraryOrderOf, type PoolCase, poolCases, poolCasesWithPlayer } from '#test/support/arbitrary-pool.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { lineOfRow, type Standing, type Standings, scorePool, standingAt } from './standings.ts'

const scoreCase = ({ tournament, field }: PoolCase): Standings => scorePool(createPool(tournament), field)

const linesOf = (standings: Standings): Standing[] =>
  Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))

/** Holds for the lines of every pool. */
function always(holds: (lines: Standing[], poolCase: PoolCase) => void): void {
  fc.assert(
    fc.property(poolCases, (poolCase) => {
      holds(linesOf(scoreCase(poolCase)), poolCase)
    }),
    { numRuns: 300 },
  )
}

describe('the standings of any pool', () => {
  test('equal those of a literal implementation of the rules', () => {
    always((lines, { tournament, field }) => {
      const actual = lines.map(({ entryId, displayName, position, relativeScore, toPar, total, golfers }) => ({
        entryId,
        displayName,
        position,
        relativeScore,
        toPar,
        total,
        droppedPlayerId: golfers.find(({ isDropped }) => isDropped)?.player.id,
      }))
      const expected = rankNaively(listNaiveRows(tournament), field)
      expect(actual).toEqual(expected)
      expect(lines.map(({ place, isDisqualified }) => [place, isDisqualified])).toEqual(
        expected.map(({ position }) => (position === '--' ? [null, true] : [Number(position.replace('T', '')), false])),
      )
    })
  })

  test('do not depend on the order of entries, players and golfers', () => {
    const shuffledCases = poolCases.chain(({ tournament, field }) =>
      fc
        .tuple(
          arbitraryOrderOf(tournament.entries),
          arbitraryOrderOf(tournament.players),
          arbitraryOrderOf(field.golfersScores),
        )
        .map(([entries, players, golfersScores]) => ({
          ordered: { tournament, field },
          shuffled: {
            tournament: { ...tournament, entries, players },
            field: { ...field, golfersScores },
          },
        })),
    )
    fc.assert(
      fc.property(shuffledCases, ({ ordered, shuffled }) => {
        expect(linesOf(scoreCase(shuffled))).toEqual(linesOf(scoreCase(ordered)))
      }),
    )
  })

  test('know the line of each row', () => {
    fc.assert(
      fc.property(poolCases, (poolCase) => {
        const standings = scoreCase(poolCase)
        for (const { row, line } of linesOf(standings)) expect(lineOfRow(standings, row)).toBe(line)
      }),
    )
  })
})

describe('the drop', () => {
  test('leaves out one golfer, and the others add up to the score', () => {
    always((lines) => {
      for (const { golfers, isDisqualified, relativeScore, total } of lines) {
        const counted = golfers.filter(({ isDropped }) => !isDropped)
        expect(counted).toHaveLength(3)
        if (isDisqualified) continue
        expect(relativeScore).toBe(counted.reduce((sum, { golfer }) => sum + golfer.relativeScore, 0))
        expect(total).toBe(counted.reduce((sum, { golfer }) => sum + golfer.total, 0))
      }
    })
  })

  test('is the best for the entry: no other golfer left out gives a lower score without counting one who is out', () => {
    always((lines) => {
      for (const { golfers, isDisqualified, relativeScore } of lines) {
        if (isDisqualified) continue
        for (const other of golfers) {
          const rest = golfers.filter((golfer) => golfer !== other)
          if (rest.some(({ golfer }) => golfer.isDNF)) continue
          const alternative = rest.reduce((sum, { golfer }) => sum + golfer.relativeScore, 0)
          expect(relativeScore).toBeLessThanOrEqual(alternative)
        }
      }
    })
  })
})

describe('one more golfer out', () => {
  test('never improves an entry’s score, and leaves other entries unchanged', () => {
    fc.assert(
      fc.property(poolCasesWithPlayer, ({ tournament, field, player }) => {
        const golfersScores = field.golfersScores.map((golfer) =>
          golfer.espnId === player.espnId ? { ...golfer, isDNF: true } : golfer,
        )
        const before = byRow(scoreCase({ tournament, field }))
        const after = byRow(scoreCase({ tournament, field: { ...field, golfersScores } }))
        for (const [row, { relativeScore, golfers }] of before) {
          const now = comparable(after.get(row)?.relativeScore)
          const isPicked = golfers.some((pick) => pick.player.id === player.id)
          if (isPicked) expect(now).toBeGreaterThanOrEqual(comparable(relativeScore))
          else expect(now).toBe(comparable(relativeScore))
        }
      }),
      { numRuns: 300 },
    )
  })

  const byRow = (standings: Standings) => new Map(linesOf(standings).map((line) => [line.row, line]))
  /** Disqualified is worse than any score. */
  const comparable = (relativeScore: number | null | undefined): number => relativeScore ?? Number.POSITIVE_INFINITY
})
