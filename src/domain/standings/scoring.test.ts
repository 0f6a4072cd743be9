import { describe, expect, test } from 'vitest'
import type { Golfer } from '#domain/field/field.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { buildGolfer } from '#test/support/build-field.ts'
import { buildPlayer } from '#test/support/build-tournament.ts'
import { getDroppedPick, hasAnyScore, type PickedGolfer, toPlaceholderGolfer } from './scoring.ts'

type Pick = Partial<Golfer> & { id?: number }

/** The tier letter of the golfer who is dropped from picks of tiers A to D; ids 1 to 4 unless given. */
function droppedOf(a: Pick, b: Pick, c: Pick, d: Pick): string | undefined {
  const picked = (tier: Tier, { id = tier + 1, ...golfer }: Pick): PickedGolfer => ({
    player: buildPlayer({ id, tier }),
    golfer: buildGolfer(golfer),
  })
  const dropped = getDroppedPick([picked(0, a), picked(1, b), picked(2, c), picked(3, d)])
  return 'ABCD'[dropped.player.tier]
}

describe('the dropped golfer of an entry', () => {
  test('is the one with the highest relative score', () => {
    expect(droppedOf({ relativeScore: -3 }, { relativeScore: 5 }, { relativeScore: 4 }, {})).toBe('B')
  })

  test('is the one who is out, however well they played', () => {
    const out = { relativeScore: -9, isDNF: true }
    expect(droppedOf({ relativeScore: 8 }, {}, out, { relativeScore: 7 })).toBe('C')
  })

  test('is, of two who are out, the one with the higher relative score', () => {
    expect(droppedOf({ relativeScore: 2, isDNF: true }, { relativeScore: 1, isDNF: true }, {}, {})).toBe('A')
  })

  test('is, at equal relative scores, the one with more strokes', () => {
    const strokes = (total: number) => ({ relativeScore: 1, total })
    expect(droppedOf(strokes(140), strokes(142), strokes(141), strokes(71))).toBe('B')
  })

  test('is, at equal scores and strokes, the one of the later tier', () => {
    expect(droppedOf({ id: 9 }, {}, {}, { id: 1 })).toBe('D')
  })

  test('is, within one tier, the one with the higher id', () => {
    const picked = (id: number): PickedGolfer => ({
      player: buildPlayer({ id, tier: 2 }),
      golfer: buildGolfer(),
    })
    expect(getDroppedPick([picked(4), picked(7), picked(5), picked(6)]).player.id).toBe(7)
  })
})

test('an entry has a score once one of its golfers has played or is out', () => {
  const picked = (golfer: Partial<Golfer>): PickedGolfer => ({ player: buildPlayer(), golfer: buildGolfer(golfer) })
  const waiting = picked({ toPar: '--', isDNF: false })
  const played = picked({ toPar: 'E', isDNF: false })
  const out = picked({ toPar: '--', isDNF: true })
  expect(hasAnyScore([waiting, waiting, waiting, waiting])).toBe(false)
  expect(hasAnyScore([waiting, waiting, played, waiting])).toBe(true)
  expect(hasAnyScore([waiting, out, waiting, waiting])).toBe(true)
})

describe('a player without live data', () => {
  test('is shown with placeholders and is out', () => {
    const golfer = toPlaceholderGolfer(buildPlayer({ name: 'Jo Van Der Berg', espnId: '4711' }))
    expect(golfer).toMatchObject({
      espnId: '4711',
      fullName: 'Jo Van Der Berg',
      shortName: 'J. Van Der Berg',
      isDNF: true,
      position: '--',
      toPar: '--',
      totalScore: '--',
      thru: '--',
      round1Score: '--',
    })
  })
})
