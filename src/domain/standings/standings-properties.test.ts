import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryOrderOf, type PoolCase, poolCases, poolCasesWithPlayer } from '#test/support/arbitrary-pool.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { createPool } from '../entries/pool.ts'
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
      expect(actual).toEqual(rankNaively(listNaiveRows(tournament), field))
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

  test('contain each entry once', () => {
    always((lines, { tournament }) => {
      const visible = tournament.entries.filter(({ selections }) => selections.length > 0)
      const keys = lines.map(({ entryId, entryNumber }) => `${entryId} ${entryNumber}`)
      const expected = visible.flatMap(({ id }) => [`${id} 1`, `${id} 2`, `${id} 3`])
      expect(keys.sort()).toEqual(expected.sort())
    })
  })

  test('know the line of each row', () => {
    fc.assert(
      fc.property(poolCases, (poolCase) => {
        const standings = scoreCase(poolCase)
        for (const { row, line } of linesOf(standings)) expect(lineOfRow(standings, row)).toBe(line)
      }),
    )
  })

  test('give each entry one more than the number of entries with a better relative score as its place', () => {
    always((lines) => {
      const placed = lines.filter(({ isDisqualified }) => !isDisqualified)
      for (const { place, relativeScore } of placed) {
        expect(place).toBe(1 + placed.filter((other) => Number(other.relativeScore) < Number(relativeScore)).length)
      }
    })
  })

  test('show a T exactly where a place is shared', () => {
    always((lines) => {
      for (const { place, position, isDisqualified } of lines) {
        if (isDisqualified) continue
        const isShared = lines.filter((other) => other.place === place).length > 1
        expect(position).toBe(isShared ? `T${place}` : `${place}`)
      }
    })
  })

  test('end with the disqualified, who are those with more than one golfer out', () => {
    always((lines) => {
      const flags = lines.map(({ isDisqualified }) => isDisqualified)
      expect(flags).toEqual(flags.toSorted((a, b) => Number(a) - Number(b)))
      for (const { golfers, isDisqualified, position, place, relativeScore, total } of lines) {
        expect(isDisqualified).toBe(golfers.filter(({ golfer }) => golfer.isDNF).length > 1)
        if (isDisqualified) expect([position, place, relativeScore, total]).toEqual(['--', null, null, null])
      }
    })
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
