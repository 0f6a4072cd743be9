import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '#simulator/seeded-random.ts'
import { createField } from '#simulator/simulated-field.ts'
import { spellings } from '#test/support/disturbed-names.ts'
import { listRecordedFields, type RecordedField } from '#test/support/recorded-fields.ts'
import { matchRanking, type RankedName } from './ranked-names.ts'

const toField = (...names: string[]) => names.map((name, index) => ({ name, espnId: String(index + 1) }))
const toRanking = (...names: string[]): RankedName[] => names.map((name, index) => ({ name, rank: index + 1 }))

describe('a name of a ranking', () => {
  test.each([
    ['Ludvig Åberg', 'Aaberg, Ludvig'],
    ['Nicolai Højgaard', 'Nicolai Hoejgaard'],
    ['Stephan Jäger', 'Stephan Jaeger'],
    ['Rory McIlroy', 'Rory Mc Ilroy'],
    ['Robert MacIntyre', 'Mac Intyre, Robert'],
    ['Ted Potter, Jr.', 'Ted Potter Jr'],
    ['Ted Potter, Jr.', 'Potter Jr, Ted'],
    ['Seung-Yul Noh', 'Seung Yul Noh'],
    ['Seung-Yul Noh', 'Seungyul Noh'],
    ['Dan Brown', 'Dan Brown(Oct1987)'],
    ['Dan Brown', 'Brown, Dan (Oct 1987)'],
    ['Dan Brown', 'Dan Brown Oct1987'],
  ])('means %s where it is %s', async (golfer, name) => {
    expect(await matchRanking(toField('Somebody Else', golfer), toRanking('Nobody Here', name))).toEqual([
      { rank: null, kind: 'none', names: [] },
      { rank: 2, kind: 'same', names: [] },
    ])
  })

  test.each([
    ['Ted Potter, Jr.', 'Ted Potter'],
    ['Davis Love', 'Davis Love III'],
    ['Mark D. Anderson', 'Mark Anderson'],
    ['Byeong Hun An', 'Byeong-Hun Ben An'],
    ['K.H. Lee', 'Lee, Kyoung Hoon'],
    ['Alex Noren', 'Alexander Norén'],
  ])('may mean %s where it is %s, which is said', async (golfer, name) => {
    expect(await matchRanking(toField(golfer), toRanking(name))).toEqual([
      { rank: 1, kind: 'similar', names: [{ rank: 1, name }] },
    ])
  })

  test.each([
    ['Davis Love III', 'Davis Love IV'],
    ['Viktor Hovland', 'Hovland'],
    ['Tom Kim', 'Joohyung Kim'],
    ['Tom Kim', 'Tom Lee'],
    ['Victor Hovland', 'Vicktor Hofland'],
    ['Justin Lower', 'Austin Lower'],
    ['Min Woo Lee', 'Min Kyu Lee'],
    ['Tom Kim', '??'],
  ])('does not mean %s where it is %s', async (golfer, name) => {
    expect(await matchRanking(toField(golfer), toRanking(name))).toEqual([{ rank: null, kind: 'none', names: [] }])
  })

  test('that fits several golfers is given to none of them', async () => {
    const [one, other] = await matchRanking(toField('Si Woo Kim', 'Sang Hun Kim'), toRanking('S. Kim'))
    expect(one).toEqual({ rank: null, kind: 'unclear', names: [{ rank: 1, name: 'S. Kim' }] })
    expect(other).toEqual(one)
  })

  test('is not given to a golfer whom another name also fits', async () => {
    const ranking = toRanking('Dan Brown(Oct1994)', 'Zoe Zander', 'Dan Brown(May1980)')
    expect(await matchRanking(toField('Dan Brown'), ranking)).toEqual([
      {
        rank: null,
        kind: 'unclear',
        names: [
          { rank: 1, name: 'Dan Brown(Oct1994)' },
          { rank: 3, name: 'Dan Brown(May1980)' },
        ],
      },
    ])
  })

  test('that matches in full wins over a similar one', async () => {
    const matches = await matchRanking(
      toField('Si Woo Kim', 'Sang Hun Kim'),
      toRanking('Kim, Si Woo', 'S.H. Kim', 'S. Kim'),
    )
    expect(matches.map(({ rank }) => rank)).toEqual([1, 2])
  })

  test('that is listed twice with the same rank counts once', async () => {
    const [match] = await matchRanking(toField('Dan Brown'), [...toRanking('Dan Brown'), ...toRanking('Dan Brown')])
    expect(match?.rank).toBe(1)
  })
})

describe('in any field and ranking', () => {
  const someName = fc.constantFrom(
    ...['Si Woo Kim', 'S.H. Kim', 'Sang Hun Kim', 'Tom Kim', 'Kim, Tom', 'Ted Potter Jr.', 'Ted Potter', 'Potter, Ted'],
    ...['Åsa Berg', 'Aasa Berg', 'A. Berg', 'Dan Brown(Oct1994)', 'Dan Brown', 'Brown Dan', 'Daniel Brown', '-'],
  )
  const someField = fc.array(someName, { maxLength: 8 }).map((names) => toField(...names))
  const someRanking = fc.array(fc.record({ name: someName, rank: fc.integer({ min: 1, max: 9 }) }), { maxLength: 8 })

  test('a ranking line is given to at most one golfer, and an unclear one to none', async () => {
    await fc.assert(
      fc.asyncProperty(someField, someRanking, async (field, ranking) => {
        const matches = await matchRanking(field, ranking)
        expect(matches).toHaveLength(field.length)
        for (const rank of new Set(ranking.map((ranked) => ranked.rank))) {
          const lines = new Set(ranking.filter((ranked) => ranked.rank === rank).map(({ name }) => name))
          expect(matches.filter((match) => match.rank === rank).length).toBeLessThanOrEqual(lines.size)
        }
        for (const match of matches) expect(match.rank === null).toBe(['unclear', 'none'].includes(match.kind))
      }),
    )
  })

  test('the order of golfers and names does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(someField, someRanking, fc.integer(), async (field, ranking, seed) => {
        const random = createRandom(seed)
        const expected = new Map(
          (await matchRanking(field, ranking)).map((match, index) => [field[index]?.espnId, match]),
        )
        const shuffled = random.shuffle(field)
        const matches = await matchRanking(shuffled, random.shuffle(ranking))
        expect(new Map(shuffled.map(({ espnId }, index) => [espnId, matches[index]]))).toEqual(expected)
      }),
    )
  })
})

const simulated: RecordedField = {
  title: 'the simulated field',
  golfers: createField('test').map(({ name, espnId }) => ({ name, espnId })),
}
const fields = [simulated, ...listRecordedFields()]

/** First and last names of all fields, recombined: golfers of no field. */
function listStrangers(): string[] {
  const random = createRandom('strangers')
  const names = fields.flatMap(({ golfers }) => golfers.map(({ name }) => name.split(' ')))
  const known = new Set(fields.flatMap(({ golfers }) => golfers.map(({ name }) => name)))
  const made = Array.from({ length: 300 }, () => `${random.pick(names)[0]} ${random.pick(names).at(-1)}`)
  return made.filter((name) => !known.has(name))
}

const strangers = listStrangers()

/** A ranking of the whole field among strangers, each golfer in a spelling of their own. */
function buildRanking(field: RecordedField, spell: (name: string, index: number) => string) {
  const random = createRandom(field.title, 'ranking')
  const spelled = field.golfers.map(({ name, espnId }, index) => ({ name: spell(name, index), espnId }))
  const others = strangers.map((name) => ({ name, espnId: '' }))
  return random.shuffle([...spelled, ...others]).map((ranked, index) => ({ ...ranked, rank: index + 1 }))
}

async function countMatches({ golfers }: RecordedField, ranking: readonly (RankedName & { espnId: string })[]) {
  const trueRanks = new Map(ranking.map(({ espnId, rank }) => [espnId, rank]))
  const ranks = (await matchRanking(golfers, ranking)).map(({ rank }) => rank)
  const matched = ranks.filter((rank, index) => rank === trueRanks.get(golfers[index]?.espnId ?? '')).length
  const wrong = ranks.filter((rank, index) => rank !== null && rank !== trueRanks.get(golfers[index]?.espnId ?? ''))
  return { matched, wrong: wrong.length, share: matched / golfers.length }
}

describe.each(fields)('of $title', (field) => {
  test.each(Object.entries(spellings))(
    'at least 98 %% are found among strangers, and none is wrong: %s',
    async (_how, spell) => {
      const { share, wrong } = await countMatches(field, buildRanking(field, spell))
      expect(wrong).toBe(0)
      expect(share).toBeGreaterThanOrEqual(0.98)
    },
  )
})
