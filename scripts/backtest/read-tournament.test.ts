import { describe, expect, it } from 'vitest'
import { madeCut, snapshotAfter } from '#domain/forecast/past-event.ts'
import { chooseConstants } from './choose-constants.ts'
import { parseTournament } from './read-tournament.ts'

const golfer = (id: number, tier: string, rounds: (number | null)[], out: string | null = null) => ({
  id,
  espnId: '',
  tier,
  rounds,
  out,
})

const golfers = [
  golfer(1, 'A', [70, 71, 69, 72]),
  golfer(2, 'B', [75, 76, null, null], 'CUT'),
  golfer(3, 'C', [70, null, null, null], 'WD'),
  golfer(4, 'D', [71, 70, 70, null], 'WD'),
  golfer(5, 'B', [null, null, null, null], 'WD'),
]

function parse(changes: Record<string, unknown> = {}) {
  const file = { name: 'Open 2017', par: 71, cut: { afterRound: 2, toPar: 3 }, golfers, entries: [[1, 2, 3, 4]] }
  return parseTournament('open.json', JSON.stringify({ ...file, ...changes }))
}

describe('a file of a past tournament', () => {
  it('gives the state after each round, without what came later', () => {
    const { event, picks } = parse()
    // Ranked by tier, then in the file's order: golfers 1, 2, 5, 3, 4.
    expect([...picks]).toEqual([0, 1, 3, 4])
    const outAfter = [1, 2, 3, 4].map((round) => snapshotAfter(event, round).golfers.map(({ isOut }) => isOut))
    expect(outAfter).toEqual([
      [false, false, true, false, false],
      [false, true, true, true, false],
      [false, true, true, true, false],
      [false, true, true, true, true],
    ])
    expect(snapshotAfter(event, 1)).toMatchObject({ cut: { top: 70, afterRound: 2 }, completed: false })
    expect(snapshotAfter(event, 2).cut).toBeNull()
    expect(snapshotAfter(event, 1).golfers.map(({ toPar }) => toPar)).toEqual([-1, 4, 0, -1, 0])
    const made =
      event.cut && event.golfers.map((each) => madeCut(each, event.cut ?? { afterRound: 2, top: 0, within: null }))
    expect(made).toEqual([true, false, false, false, true])
  })

  it('may lack a cut, a fourth round, entries, a name and par', () => {
    const threeRounds = golfers.map((each) => ({ ...each, rounds: each.rounds.slice(0, 3) }))
    expect(parse({ golfers: threeRounds }).event.rounds).toBe(3)
    expect(parse({ cut: null }).event.cut).toBeNull()
    expect(parse({ cut: undefined }).event.cut).toMatchObject({ afterRound: 2 })
    const bare = parse({ name: undefined, par: undefined, entries: undefined })
    expect(bare).toMatchObject({ name: 'open', event: { par: 72 } })
    expect(bare.picks).toHaveLength(0)
  })

  it.each([
    ['{', /^open.json is not JSON: /],
    ['[]', /^open.json: the file: /],
    ['{}', /^open.json: golfers: /],
    [JSON.stringify({ golfers: golfers.map((each) => ({ ...each, tier: 'E' })) }), /^open.json: golfers\[0\].tier: /],
    [JSON.stringify({ golfers: [{ id: 1, tier: 'A', rounds: ['70'] }] }), /^open.json: golfers\[0\].rounds\[0\]: /],
    [JSON.stringify({ golfers, entries: [[1, 2, 3]] }), /^open.json: entries\[0\]: /],
    [JSON.stringify({ golfers, entries: [[1, 2, 3, 9]] }), /^open.json: entries\[0\]: there is no golfer 9/],
    [JSON.stringify({ golfers: [...golfers, golfers[0]] }), /^open.json: golfers: an id occurs twice/],
    [JSON.stringify({ golfers: golfers.map((each) => ({ ...each, rounds: [] })) }), /nobody has played two rounds/],
  ])('that is malformed is refused with the file and the field: %#', (text, message) => {
    expect(() => parseTournament('open.json', text)).toThrow(message)
  })
})

it('the constants are found again in made-up rounds', () => {
  // Deterministic rounds: each golfer's rank, week and round luck take every combination of equally spaced values.
  const [weeks, rounds] = [
    [-1.2, 0, 1.2],
    [-3, 0, 3],
  ]
  const event = parse({
    golfers: Array.from({ length: 180 }, (_, index) =>
      golfer(
        index + 1,
        'ABCD'.charAt(Math.floor(index / 45)),
        [0, 1, 2, 3].map((round) => {
          const luck = rounds?.[Math.floor(index / 3 + round * (1 + (index % 2))) % 3] ?? 0
          return Math.round(72 + (index - 90) / 60 + (weeks?.[index % 3] ?? 0) + luck)
        }),
      ),
    ),
    entries: [],
  }).event
  const { rank, week, round } = chooseConstants([event])
  expect(rank).toBeGreaterThan(0.6)
  expect(rank).toBeLessThan(1.1)
  expect(week).toBeLessThan(1.3)
  expect(round).toBeGreaterThan(2.2)
  expect(round).toBeLessThan(3)
})
