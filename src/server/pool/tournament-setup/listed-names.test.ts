import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldGolfer } from '#domain/field/field.ts'
import { spellings } from '#test/support/disturbed-names.ts'
import { countYields } from '#test/support/event-loop.ts'
import { listRecordedFields } from '#test/support/recorded-fields.ts'
import { matchNames, type NameMatch } from './listed-names.ts'

const field = toField(
  'Ludvig Åberg',
  'Séamus Power',
  'J.T. Poston',
  'Harold Varner III',
  'Davis Love III',
  'Byeong-Hun An',
  'Sungjae Im',
  'K.H. Lee',
  'Min Woo Lee',
  'Viktor Hovland',
  "Tadhg O'Neill",
  'Rasmus Højgaard',
  'Nicolai Højgaard',
  'Tom Kim',
  'Michael Kim',
  'Si Woo Kim',
  'Jordan Smith',
  'Cameron Smith',
  'Alexander Noren',
  'Christiaan Bezuidenhout',
)

function toField(...names: string[]): FieldGolfer[] {
  return names.map((name, index) => ({ name, espnId: String(1000 + index) }))
}

const matchOf = async (name: string, others: string[] = []) => {
  const [first] = await matchNames([name, ...others], field)
  if (!first) throw new Error('A name has a match.')
  return first
}

describe('the same name', () => {
  test.each([
    ['Viktor Hovland', 'Viktor Hovland'],
    ['  viktor   HOVLAND ', 'Viktor Hovland'],
    ['Ludvig Aberg', 'Ludvig Åberg'],
    ['Ludvig A\u030aberg', 'Ludvig Åberg'],
    ['Seamus Power', 'Séamus Power'],
    ['Rasmus Hojgaard', 'Rasmus Højgaard'],
    ['Hovland, Viktor', 'Viktor Hovland'],
    ['Viktor Hovland (a)', 'Viktor Hovland'],
    ['Hovland, Viktor (NOR)', 'Viktor Hovland'],
    ['J. T. Poston', 'J.T. Poston'],
    ['JT Poston', 'J.T. Poston'],
    ['Poston, J T', 'J.T. Poston'],
    ['Davis Love, III', 'Davis Love III'],
    ['Love III, Davis', 'Davis Love III'],
    ['Tadhg O’Neill', "Tadhg O'Neill"],
    ['Tadhg ONeill', "Tadhg O'Neill"],
    ['Byeong Hun An', 'Byeong-Hun An'],
    ['12. Viktor Hovland', 'Viktor Hovland'],
  ])('written as "%s" is an exact match', async (written, name) => {
    expect(await matchOf(written)).toMatchObject({ golfer: { name }, exactMatch: true, partialMatch: false })
  })
})

describe('nearly the same name', () => {
  test.each([
    ['Viktor Hovlan', 'Viktor Hovland'],
    ['Victor Hovland', 'Viktor Hovland'],
    ['Cristiaan Bezuidenhot', 'Christiaan Bezuidenhout'],
    ['Bezuidenhout, Cristiaan', 'Christiaan Bezuidenhout'],
    ['Hovland Viktor', 'Viktor Hovland'],
    ['Im Sung-Jae', 'Sungjae Im'],
    ['Harold Varner', 'Harold Varner III'],
    ['Varner, Harold', 'Harold Varner III'],
    ['Viktor Hovland Jr.', 'Viktor Hovland'],
    ['V. Hovland', 'Viktor Hovland'],
    ['Hovland', 'Viktor Hovland'],
    ['Kyoung-Hoon Lee', 'K.H. Lee'],
    ['Alex Noren', 'Alexander Noren'],
    ['Cam Smith', 'Cameron Smith'],
  ])('written as "%s" is a partial match', async (written, name) => {
    expect(await matchOf(written)).toMatchObject({ golfer: { name }, exactMatch: false, partialMatch: true })
  })
})

describe('a name that nobody has', () => {
  test.each(['Bobby Unknown', 'Li', 'x', '', '()', '7', '\t'])('finds nobody: "%s"', async (written) => {
    expect(await matchOf(written)).toMatchObject({ golfer: null, exactMatch: false, partialMatch: false })
  })

  test('with two typing errors is not taken for the golfer, who is suggested', async () => {
    const match = await matchOf('Vicktor Hofland')
    expect(match).toMatchObject({ golfer: null, exactMatch: false, partialMatch: false })
    expect(match.candidates.map(({ name }) => name)).toContain('Viktor Hovland')
  })
})

describe('a name that several may have', () => {
  test.each([
    ['Kim', ['Michael Kim', 'Si Woo Kim', 'Tom Kim']],
    ['Smith', ['Cameron Smith', 'Jordan Smith']],
    ['Hojgaard', ['Nicolai Højgaard', 'Rasmus Højgaard']],
  ])('is for the organiser to settle: "%s"', async (written, names) => {
    const match = await matchOf(written)
    expect(match).toMatchObject({ golfer: null, exactMatch: false, partialMatch: false })
    expect(match.candidates.map(({ name }) => name)).toEqual(names)
  })

  test('is resolved when all others are named in full', async () => {
    expect(await matchOf('Smith', ['Jordan Smith'])).toMatchObject({
      golfer: { name: 'Cameron Smith' },
      partialMatch: true,
    })
    expect((await matchOf('Kim', ['Tom Kim'])).candidates.map(({ name }) => name)).toEqual([
      'Michael Kim',
      'Si Woo Kim',
    ])
  })

  test('that two golfers share is never resolved', async () => {
    const twins = [
      { name: 'Tom Kim', espnId: '1' },
      { name: 'Tom Kim', espnId: '2' },
    ]
    const [match] = await matchNames(['Tom Kim'], twins)
    expect(match).toMatchObject({ golfer: null, candidates: twins })
  })
})

describe('a line of a spreadsheet', () => {
  test.each([
    ['1\tViktor Hovland\tNOR\t+700', 'Viktor Hovland'],
    ['Viktor\tHovland', 'Viktor Hovland'],
    ['Kim\tSi Woo\tKOR', 'Si Woo Kim'],
  ])('finds its golfer: %j', async (line, name) => {
    expect((await matchOf(line)).golfer?.name).toBe(name)
  })

  test('with two golfers on it is for the organiser to resolve', async () => {
    const { candidates } = await matchOf('Viktor Hovland\tTom Kim')
    expect(candidates.map(({ name }) => name)).toEqual(['Tom Kim', 'Viktor Hovland'])
  })
})

const someName = fc.oneof(
  fc.constantFrom(...field.map(({ name }) => name)),
  fc.string({ unit: fc.constantFrom(..."abKimøé .,-'()\t2"), maxLength: 24 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const someField = fc
  .uniqueArray(
    someName.map((name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim()),
    { maxLength: 30 },
  )
  .map((names) => toField(...names))

describe('whatever the names', () => {
  test('every golfer of a field is found under their own name', async () => {
    await fc.assert(
      fc.asyncProperty(someField, async (golfers) => {
        const matches = await matchNames(
          golfers.map(({ name }) => name),
          golfers,
        )
        for (const [index, match] of matches.entries()) {
          expect(match).toMatchObject({ golfer: golfers[index], exactMatch: true })
        }
      }),
    )
  })

  test('the order of the field and of the names does not matter', async () => {
    const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length })
    const both = fc
      .tuple(fc.uniqueArray(someName, { maxLength: 10 }), someField)
      .chain(([names, golfers]) => fc.tuple(fc.constant({ names, golfers }), shuffled(names), shuffled(golfers)))
    await fc.assert(
      fc.asyncProperty(both, async ([{ names, golfers }, otherNames, otherGolfers]) => {
        const sort = (matches: NameMatch[]) => new Map(matches.map((match) => [match.inputName, match]))
        const one = sort(await matchNames(names, golfers))
        const other = sort(await matchNames(otherNames, otherGolfers))
        expect(other).toEqual(one)
      }),
    )
  })

  test('a match is exact, partial or none, and only none has candidates', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someName, { maxLength: 10 }), someField, async (names, golfers) => {
        const matches = await matchNames(names, golfers)
        expect(matches.map(({ inputName }) => inputName)).toEqual(names)
        for (const { golfer, exactMatch, partialMatch, candidates } of matches) {
          expect(Number(exactMatch) + Number(partialMatch)).toBe(golfer ? 1 : 0)
          if (golfer) expect(candidates).toEqual([])
          for (const candidate of candidates) expect(golfers).toContain(candidate)
        }
      }),
    )
  })
})

const recordedFields = listRecordedFields()

describe.each(recordedFields)('the recorded field of $title', ({ golfers }) => {
  test.each(['the same', 'without accents', 'capitals', 'as an amateur', 'another apostrophe', 'two spaces'] as const)(
    'matches its own names exactly, written in another way: %s',
    async (how) => {
      const written = golfers.map(({ name }) => spellings[how]?.(name) ?? '')
      const matches = await matchNames(written, golfers)
      expect(matches.map(({ golfer }) => golfer)).toEqual(golfers)
      expect(matches.filter(({ exactMatch }) => !exactMatch)).toEqual([])
    },
  )
})

test.skipIf(recordedFields.length === 0)(
  'a misspelled golfer is never matched with another one, and nine of ten are found',
  async () => {
    let found = 0
    let slips = 0
    for (const { golfers } of recordedFields) {
      for (const [first, golfer] of golfers.entries()) {
        // Every third letter, beginning at another one for each golfer.
        for (let index = first % 3; index < golfer.name.length; index += 3) {
          slips += 1
          const slip = golfer.name.slice(0, index) + golfer.name.slice(index + 1)
          const [match] = await matchNames([slip], golfers)
          if (!match?.golfer) continue
          found += 1
          expect(match.golfer, slip).toEqual(golfer)
        }
      }
    }
    expect(found / slips).toBeGreaterThan(0.9)
  },
)

test('other requests go first after each name of a field of unknown names', async () => {
  const golfers = toField(...Array.from({ length: 156 }, (_, index) => `Adrian Neal Stoltenhoer ${index}`))
  const unknown = Array.from({ length: 156 }, (_, index) => `Lena Tiarson Adhero\tNiels Ahreo\tOder ${index}`)
  expect(await countYields(() => matchNames(unknown, golfers))).toBe(unknown.length)
})
