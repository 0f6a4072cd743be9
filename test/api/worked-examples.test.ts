import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseLeaderboard, toField } from '#built/harness.mjs'
import { createPool } from '#domain/entries/pool.ts'
import type { Field } from '#domain/field/field.ts'
import { getDroppedPick, type PickedGolfer } from '#domain/standings/scoring.ts'
import { type Standings, scorePool, standingAt } from '#domain/standings/standings.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { buildEntry, buildPlayer, buildSelections, buildTournament } from '../support/build-tournament.ts'

/**
 * Standings that were calculated by hand from recorded feed bodies, compared with what the product makes of the same
 * bodies. Golfers are named by their feed ids.
 */
const captures = process.env['FEED_CAPTURES'] ?? ''
const needed = [
  'sony-2021/03-round-1-in-progress.json',
  'sony-2021/07-round-2-complete-after-cut.json',
  'sony-2021/13-final.json',
  'single/byron-nelson-2022-round-2.json',
  'single/sony-2022-playoff.json',
]
const areThere = captures !== '' && needed.every((file) => existsSync(join(captures, file)))

describe.skipIf(areThere)('examples calculated by hand', () => {
  it.skip('are skipped: FEED_CAPTURES names no folder with the bodies that they were made from')
})

type Group = [a: string, b: string, c: string, d: string]
type Example = {
  tiers: [string[], string[], string[], string[]]
  entries: Record<string, [Group, Group, Group]>
}

function readField(file: string, eventId: string): Field {
  return toField(parseLeaderboard(JSON.parse(readFileSync(join(captures, file), 'utf8')), eventId))
}

/** Player ids count from 1, tier by tier. */
function score({ tiers, entries }: Example, field: Field): Standings {
  const ids = tiers.flat()
  const players = tiers.flatMap((espnIds, tier) =>
    espnIds.map((espnId, order) => buildPlayer({ id: ids.indexOf(espnId) + 1, espnId, tier: tier as Tier, order })),
  )
  const toIds = (group: Group) => group.map((espnId) => ids.indexOf(espnId) + 1)
  const records = Object.entries(entries).map(([name, [one, two, three]], index) =>
    buildEntry({ id: index + 1, name, selections: buildSelections(toIds(one), toIds(two), toIds(three)) }),
  )
  return scorePool(createPool(buildTournament({ players, entries: records })), field)
}

/** Position, entry, score to par, strokes, and the dropped golfer. */
type Line = [position: string, entry: string, toPar: number | null, strokes: number | null, dropped: string]

function linesOf(standings: Standings): Line[] {
  return Array.from({ length: standings.size }, (_, line) => {
    const { position, displayName, relativeScore, total, golfers } = standingAt(standings, line)
    const dropped = golfers.filter(({ isDropped }) => isDropped).map(({ player }) => player.espnId)
    return [position, displayName, relativeScore, total, dropped.join()]
  })
}

describe.runIf(areThere)('one pool through a whole tournament (144 golfers, cut after round 2)', () => {
  const eventId = '401242997'
  const pool: Example = {
    tiers: [
      ['318', '3449', '1614', '11099'],
      ['5692', '205', '208'],
      ['10863', '243', '4780'],
      ['9364', '77', '10404', '4844'],
    ],
    entries: {
      Ann: [
        ['318', '5692', '10863', '9364'],
        ['3449', '205', '243', '9364'],
        ['1614', '208', '4780', '9364'],
      ],
      Ben: [
        ['318', '5692', '10863', '77'],
        ['3449', '5692', '4780', '4844'],
        ['1614', '205', '10863', '10404'],
      ],
    },
  }

  /*
   * To par and strokes so far, those of the round under way included:
   *   318   -3 67     3449  -5 65     1614  -3 55 (15 holes)
   *   5692  -8 62     205   -2 60 (16)  208 -2 56 (15)
   *   10863 -3 39 (11)  243 -1 64 (17)  4780 +1 71
   *   9364  -3 67     77    -3 62 (17)  10404 -4 66   4844 -5 65
   */
  it('in round 1: of golfers with equal scores the one with more strokes is dropped, then the one in the later tier', () => {
    const lines = linesOf(score(pool, readField('sony-2021/03-round-1-in-progress.json', eventId)))
    expect(lines).toEqual([
      // -5 -8 +1 -5: +1 is the highest.
      ['1', 'Ben 2', -5 - 8 - 5, 65 + 62 + 65, '4780'],
      // -3 -8 -3 -3: of the three at -3, who have 67, 39 and 62 strokes, the 67 are dropped.
      ['T2', 'Ben 1', -8 - 3 - 3, 62 + 39 + 62, '318'],
      // -3 -8 -3 -3: two of the three at -3 have 67 strokes; the one of tier D is dropped, not the one of tier A.
      ['T2', 'Ann 1', -3 - 8 - 3, 67 + 62 + 39, '9364'],
      // -3 -2 -3 -4: -2 is the highest. The same score as the next, with fewer strokes.
      ['T4', 'Ben 3', -3 - 3 - 4, 55 + 39 + 66, '205'],
      // -5 -2 -1 -3: -1 is the highest.
      ['T4', 'Ann 2', -5 - 2 - 3, 65 + 60 + 67, '243'],
      // -3 -2 +1 -3: +1 is the highest.
      ['6', 'Ann 3', -3 - 2 - 3, 55 + 56 + 67, '4780'],
    ])
  })

  /*
   * Both rounds, to par and strokes; the cut was at -4:
   *   318  -7 67+66=133   3449 -10 65+65=130   1614  -10 65+65=130
   *   5692 -9 62+69=131   205   -9 66+65=131   208    -5 67+68=135
   *   10863 -6 68+66=134  243   -4 68+68=136   4780   -3 71+66=137 CUT
   *   9364 -3 67+70=137 CUT   77 -8 67+65=132  10404  -4 66+70=136   4844 -4 65+71=136
   */
  it('after the cut: one missed cut is dropped, two disqualify', () => {
    const lines = linesOf(score(pool, readField('sony-2021/07-round-2-complete-after-cut.json', eventId)))
    expect(lines).toEqual([
      // -10 -9 -6 -4
      ['1', 'Ben 3', -10 - 9 - 6, 130 + 131 + 134, '10404'],
      // -7 -9 -6 -8
      ['2', 'Ben 1', -7 - 9 - 8, 133 + 131 + 132, '10863'],
      // -10 -9 -4 CUT. Equal to the next in score and strokes: then the names decide the order, not the position.
      ['T3', 'Ann 2', -10 - 9 - 4, 130 + 131 + 136, '9364'],
      // -10 -9 CUT -4
      ['T3', 'Ben 2', -10 - 9 - 4, 130 + 131 + 136, '4780'],
      // -7 -9 -6 CUT
      ['5', 'Ann 1', -7 - 9 - 6, 133 + 131 + 134, '9364'],
      // -10 -5 CUT CUT. Of the two at -3 with 137 strokes the one of tier D is the worse.
      ['--', 'Ann 3', null, null, '9364'],
    ])
  })

  /*
   * All rounds, to par and strokes:
   *   318  -21 67+66+61+65=259   3449 -20 65+65+65+65=260   1614 -19 65+65+67+64=261
   *   5692 -16 62+69+64+69=264   205  -16 66+65+64+69=264   208  -15 67+68+66+64=265
   *   10863 -13 68+66+67+66=267  243    E 68+68+69+75=280   4780  -3 137 CUT
   *   9364 -3 137 CUT   77 -5 67+65+69+74=275   10404 -7 66+70+68+69=273   4844 -12 65+71+67+65=268
   */
  it('at the end: a missed cut is dropped before a worse score', () => {
    const lines = linesOf(score(pool, readField('sony-2021/13-final.json', eventId)))
    expect(lines).toEqual([
      // -21 -16 -13 CUT, and -21 -16 -13 -5: the same three golfers count.
      ['T1', 'Ann 1', -21 - 16 - 13, 259 + 264 + 267, '9364'],
      ['T1', 'Ben 1', -21 - 16 - 13, 259 + 264 + 267, '77'],
      // -20 -16 CUT -12, and -19 -16 -13 -7: other golfers, -48 and 792 strokes both.
      ['T3', 'Ben 2', -20 - 16 - 12, 260 + 264 + 268, '4780'],
      ['T3', 'Ben 3', -19 - 16 - 13, 261 + 264 + 267, '10404'],
      // -20 -16 E CUT: the cut golfer's -3 is better than E, and does not count all the same.
      ['5', 'Ann 2', -20 - 16 + 0, 260 + 264 + 280, '9364'],
      ['--', 'Ann 3', null, null, '9364'],
    ])
  })

  it('at the end: of two golfers of one tier at -20 with 260 strokes the one with the higher id is the worse', () => {
    const { golfersScores } = readField('sony-2021/13-final.json', eventId)
    function pick(id: number, espnId: string, tier: Tier): PickedGolfer {
      const golfer = golfersScores.find((row) => row.espnId === espnId)
      if (!golfer) throw new Error(`There is no golfer ${espnId}.`)
      return { player: buildPlayer({ id, espnId, tier }), golfer }
    }
    // -21, -20, -20: the first is better than both whatever the id.
    const dropped = getDroppedPick([pick(9, '318', 0), pick(2, '3449', 0), pick(4, '11099', 0), pick(1, '3449', 0)])
    expect(dropped.player.espnId).toBe('11099')
  })
})

describe.runIf(areThere)('a pool with a golfer who has withdrawn (round 2 under way)', () => {
  /*
   * To par and strokes:
   *   962 -15 67+62=129   10404 -15 60+69=129
   *   9144 -14 64+66=130  1097 -13 66+65=131
   *   4791222 +5 76+73=149   5951 +4 76+72=148
   *   3856 +4 71+53=124 WD after 12 holes   3609 +4 78+70=148
   */
  const pool: Example = {
    tiers: [
      ['962', '10404'],
      ['9144', '1097'],
      ['4791222', '5951'],
      ['3856', '3609'],
    ],
    entries: {
      Cy: [
        ['962', '9144', '4791222', '3856'],
        ['10404', '9144', '5951', '3609'],
        ['962', '1097', '5951', '3609'],
      ],
    },
  }

  it('drops that golfer, although another has a worse score and more strokes', () => {
    const lines = linesOf(score(pool, readField('single/byron-nelson-2022-round-2.json', '401353227')))
    expect(lines).toEqual([
      // -15 -14 +4 +4 with 148 strokes each: the one of tier D is dropped.
      ['1', 'Cy 2', -15 - 14 + 4, 129 + 130 + 148, '3609'],
      // -15 -14 +5 WD
      ['T2', 'Cy 1', -15 - 14 + 5, 129 + 130 + 149, '3856'],
      // -15 -13 +4 +4
      ['T2', 'Cy 3', -15 - 13 + 4, 129 + 131 + 148, '3609'],
    ])
  })
})

describe.runIf(areThere)('a pool during a play-off', () => {
  /*
   * To par and strokes of four rounds; the play-off holes (3 and 6 strokes so far) count nowhere:
   *   5860 -23 66+65+63+63=257   5409 -23 62+63+67+65=257
   *   2552 -19 68+64+65+64=261   6001 -19 63+68+65+65=261
   *   3688 -18 63+67+69+63=262   11387 -4 70+66=136 CUT
   *   10716 +2 72 WD             446 -2 69+66+71+72=278
   */
  const pool: Example = {
    tiers: [
      ['5860', '5409'],
      ['2552', '6001'],
      ['3688', '11387'],
      ['10716', '446'],
    ],
    entries: {
      Di: [
        ['5860', '2552', '11387', '10716'],
        ['5409', '6001', '3688', '10716'],
        ['5860', '6001', '3688', '446'],
      ],
    },
  }

  it('ignores the play-off, and disqualifies for one missed cut and one withdrawal', () => {
    const lines = linesOf(score(pool, readField('single/sony-2022-playoff.json', '401353204')))
    expect(lines).toEqual([
      ['T1', 'Di 2', -23 - 19 - 18, 257 + 261 + 262, '10716'],
      ['T1', 'Di 3', -23 - 19 - 18, 257 + 261 + 262, '446'],
      // -23 -19 CUT WD: of the two who are out +2 is worse than -4.
      ['--', 'Di 1', null, null, '10716'],
    ])
  })
})
