import { describe, expect, it } from 'vitest'
import { golfersMakingCut, snapshotAfter } from '#domain/forecast/past-event.ts'
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
    expect(event.cut && golfersMakingCut(event, event.cut)).toEqual([true, false, false, false, true])
  })

  it('may lack a cut, a fourth round, entries, a name and par', () => {
    const threeRounds = golfers.map((golfer) => ({ ...golfer, rounds: golfer.rounds.slice(0, 3) }))
    expect(parse({ golfers: threeRounds }).event.rounds).toBe(3)
    // A golfer missed one, so there was one.
    expect(parse({ cut: undefined }).event.cut).toMatchObject({ afterRound: 2 })
    expect(parse({ cut: null }).event.cut).toMatchObject({ afterRound: 2 })
    const everybody = golfers.map((golfer) => ({ ...golfer, out: golfer.out === 'CUT' ? 'WD' : golfer.out }))
    expect(parse({ cut: null, golfers: everybody }).event.cut).toBeNull()
    const bare = parse({ name: undefined, par: undefined, entries: undefined })
    expect(bare).toMatchObject({ name: 'open', event: { par: 72 } })
    expect(bare.picks).toHaveLength(0)
  })

  it('may be cut after three rounds, twice, or without saying who missed the cut', () => {
    const late = golfers.map((row) => (row.id === 2 ? golfer(2, 'B', [75, 76, 74, null], 'MC') : row))
    const afterThree = parse({ golfers: late, cut: { afterRound: 3 } }).event
    expect(afterThree.cut).toMatchObject({ afterRound: 3 })
    expect(snapshotAfter(afterThree, 2).cut).toMatchObject({ afterRound: 3 })
    expect(snapshotAfter(afterThree, 3).golfers.map(({ isOut }) => isOut)).toEqual([false, true, true, true, false])
    // Cut again after the third round: the cut was made.
    const twice = parse({ golfers: late }).event
    expect(twice.cut && golfersMakingCut(twice, twice.cut)).toEqual([true, true, false, false, true])
    expect(snapshotAfter(twice, 4).golfers.map(({ isOut }) => isOut)).toEqual([false, true, true, true, true])
    // 141 strokes were enough for others, and 151 for nobody.
    const unsaid = [...golfers.filter(({ id }) => id !== 2), golfer(2, 'B', [75, 76], null), golfer(6, 'D', [70, 71])]
    const { event } = parse({ golfers: unsaid })
    expect(event.golfers.map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5])
    expect(event.cut && golfersMakingCut(event, event.cut)).toEqual([true, false, false, false, true, true])
  })

  it('may use other spellings for who finished and who missed the cut', () => {
    const written = golfers.map((golfer) => ({ ...golfer, out: golfer.out === 'CUT' ? ' m/cut ' : (golfer.out ?? '') }))
    expect(parse({ golfers: written }).event).toEqual(parse().event)
    expect(parse({ entries: null }).picks).toHaveLength(0)
  })

  it('may have a play-off, a byte order mark, and other fields', () => {
    const withPlayOff = golfers.map((golfer) => ({
      ...golfer,
      rounds: [...golfer.rounds, golfer.id === 1 ? 4 : null],
      age: 30,
    }))
    const { event } = parseTournament('x.json', `\uFEFF${JSON.stringify({ golfers: withPlayOff, source: 'feed' })}`)
    expect(event.rounds).toBe(4)
    expect(event.golfers[0]?.rounds).toEqual([-2, -1, -3, 0])
  })

  it('has the season in its name or its file, and the same event in every pool', () => {
    const cutOf = (file: string, name: string) =>
      parseTournament(file, JSON.stringify({ name, golfers, entries: [[1, 2, 3, 4]] }))
    expect(cutOf('us_open_2017.json', 'Sony Open').event.cut).toMatchObject({ top: 70 })
    expect(cutOf('2700-open.json', 'Sony Open 2021').event.cut).toMatchObject({ top: 65 })
    expect(cutOf('open.json', 'Sony Open')).toMatchObject({
      event: { cut: { top: 65 } },
      warnings: ['open.json: name: without a year, the cut is that of today.'],
    })
    expect(parse({ event: 1 }).eventKey).toBe(parse({ event: 1, golfers: golfers.slice(0, 4) }).eventKey)
    expect(parse().eventKey).toBe(parse({ entries: [] }).eventKey)
    expect(parse().eventKey).not.toBe(parse({ golfers: golfers.slice(0, 4) }).eventKey)
  })

  it('says what had to be assumed', () => {
    const gap = golfers.map((row) => (row.id === 1 ? golfer(1, 'A', [70, null, 69, 72]) : row))
    expect(parse({ golfers: gap, entries: [] }).warnings).toEqual([
      'open.json: golfers[0].rounds: one is missing before another, so the golfer withdrew there.',
      'open.json: entries: there are none.',
    ])
    expect(parse().warnings).toEqual([])
  })

  it.each([
    ['{', /^open.json is not JSON: /],
    ['[]', /^open.json: the file: /],
    ['{}', /^open.json: golfers: /],
    [
      JSON.stringify({ golfers: golfers.map((golfer) => ({ ...golfer, tier: 'E' })) }),
      /^open.json: golfers\[0\].tier: /,
    ],
    [JSON.stringify({ golfers: [{ id: 1, tier: 'A', rounds: ['70'] }] }), /^open.json: golfers\[0\].rounds\[0\]: /],
    [JSON.stringify({ golfers, entries: [[1, 2, 3]] }), /^open.json: entries\[0\]: /],
    [JSON.stringify({ golfers, entries: [[1, 2, 3, 9]] }), /^open.json: entries\[0\]: there is no golfer 9/],
    [JSON.stringify({ golfers: [...golfers, golfers[0]] }), /^open.json: golfers: there is a duplicate id/],
    [JSON.stringify({ golfers: golfers.map((golfer) => ({ ...golfer, rounds: [] })) }), /nobody has played two rounds/],
  ])('that is malformed is refused with the file and the field: %#', (text, message) => {
    expect(() => parseTournament('open.json', text)).toThrow(message)
  })
})
