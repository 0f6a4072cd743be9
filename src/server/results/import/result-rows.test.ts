import { describe, expect, test } from 'vitest'
import { formatCsv } from '#server/platform/csv/csv-formatter.ts'
import { parseCsvInSteps } from '#server/platform/csv/csv-parser.ts'
import { toResultTable } from './result-rows.ts'

const now = new Date('2026-01-01T00:00:00.000Z')
const heading = 'Tournament,Start,Name,Email,Entry 1,Entry 2,Entry 3,Event'
const good = ['Spring Open', '2019-04-11', 'Ada', 'ada@example.org', '1', '2', '3', '401056527'] as const

const read = (text: string) => toResultTable(parseCsvInSteps(new TextEncoder().encode(text)), now)
/** A valid row with some cells replaced. */
const readRow = (changes: Partial<Record<number, string>>) =>
  read(`${heading}\n${good.map((cell, index) => changes[index] ?? cell).join(',')}\n`)

describe('a row', () => {
  test('contains a tournament, a person and their places', async () => {
    expect(await readRow({})).toEqual({
      rows: [
        {
          line: 2,
          tournament: 'Spring Open',
          start: '2019-04-11T12:00:00.000Z',
          event: '401056527',
          name: 'Ada',
          email: 'ada@example.org',
          places: [1, 2, 3],
        },
      ],
      errors: [],
      ignored: [],
    })
  })

  test.each([
    [
      ['1', 'T3', '--'],
      [1, 3, null],
    ],
    [
      ['t12', 'DQ', 'dq'],
      [12, null, null],
    ],
    [
      ['–', '—', '-'],
      [null, null, null],
    ],
    [['7', '', ''], [7]],
    [
      ['1', 'T1', ''],
      [1, 1],
    ],
  ])('has the places %j', async ([one, two, three], places) => {
    expect((await readRow({ 4: one ?? '', 5: two ?? '', 6: three ?? '' })).rows[0]?.places).toEqual(places)
  })

  test.each([
    ['2019-04-11', '2019-04-11T12:00:00.000Z'],
    ['2019-04-11T07:30:00-04:00', '2019-04-11T11:30:00.000Z'],
    ['2020-02-29T23:59:59Z', '2020-02-29T23:59:59.000Z'],
  ])('starts %s', async (written, start) => {
    expect((await readRow({ 1: written })).rows[0]?.start).toBe(start)
  })

  test('has names without invisible characters and an address in lower case', async () => {
    const { rows } = await readRow({ 0: 'Spring\u200b  Open', 2: '  Jose\u0301 \u202e', 3: 'ADA@Example.org' })
    expect(rows[0]).toMatchObject({ tournament: 'Spring Open', name: 'José', email: 'ada@example.org' })
  })

  test('has the names that a file of this program was made from', async () => {
    const table = formatCsv(heading.split(','), [
      good.map((cell, index) => ({ 0: 'Open;=1+1', 2: '=Ada' })[index] ?? cell),
    ])
    const { rows } = await read(table)
    expect(rows[0]).toMatchObject({ tournament: 'Open;=1+1', name: '=Ada' })
  })

  test('needs no event', async () => {
    expect((await readRow({ 7: '' })).rows[0]?.event).toBeNull()
  })
})

describe('an error is reported with its line and column:', () => {
  test.each([
    [{ 0: '' }, 'Tournament', /must not be empty/],
    [{ 0: 'x'.repeat(201) }, 'Tournament', /1 to 200 letters/],
    [{ 1: '' }, 'Start', /not a date/],
    [{ 1: '2019-02-30' }, 'Start', /"2019-02-30" is not a date/],
    [{ 1: '11.04.2019' }, 'Start', /not a date/],
    [{ 1: '2019-04-11T07:30' }, 'Start', /not a date/],
    [{ 1: '2026-01-01' }, 'Start', /in the future/],
    [{ 2: '\u200b' }, 'Name', /1 to 100 letters/],
    [{ 2: '' }, 'Name', /must not be empty/],
    [{ 2: 'x'.repeat(101) }, 'Name', /1 to 100 letters/],
    [{ 3: '' }, 'Email', /must not be empty/],
    [{ 3: 'ada@example.org; ben@example.org' }, 'Email', /not an email address/],
    [{ 4: '0' }, 'Entry 1', /"0" is not a place/],
    [{ 4: '1.5' }, 'Entry 1', /not a place/],
    [{ 4: '-3' }, 'Entry 1', /not a place/],
    [{ 5: 'CUT' }, 'Entry 2', /not a place/],
    [{ 6: '9999999' }, 'Entry 3', /not a place/],
    [{ 5: '' }, 'Entry 2', /because a later entry has one/],
    [{ 4: '', 5: '', 6: '' }, 'Entry 1', /this line has none/],
    [{ 7: '12' }, 'Event', /not an event id/],
    [{ 7: '401056527,more' }, null, /more cells than headings/],
  ])('%j', async (changes, column, reason) => {
    const { rows, errors } = await readRow(changes)
    expect(rows).toEqual([])
    expect(errors).toEqual([{ line: 2, column, reason: expect.stringMatching(reason) }])
  })

  test('all errors of a row, and of every row', async () => {
    const { rows, errors } = await read(`${heading}\nA,x,,y,1,,\n${good.join()}\nB,2019-04-11,,z@example.org,1,,`)
    expect(errors.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Start'],
      [2, 'Name'],
      [2, 'Email'],
      [4, 'Name'],
    ])
    expect(rows).toHaveLength(1)
  })

  test('a thousand errors are enough: the rest of a file is not read', async () => {
    let batches = 0
    async function* read() {
      for await (const batch of parseCsvInSteps(new TextEncoder().encode(`${heading}\n${'a\n'.repeat(400_000)}`))) {
        batches += 1
        yield batch
      }
    }
    const { errors, rows } = await toResultTable(read(), now)
    expect(rows).toEqual([])
    expect(errors.at(-1)?.reason).toBe('the lines below were not read: too many errors')
    expect(errors.length).toBeLessThan(1010)
    expect(batches).toBe(1)
  })

  test('a reported cell contains no control characters', async () => {
    const [rowError] = (await readRow({ 4: '\u001b[31m\u202e' })).errors
    expect(rowError?.reason).toContain('"[31m"')
  })
})

describe('the headings', () => {
  test('can be in any order and case', async () => {
    const { rows } = await read(
      'ENTRY 3,entry  2,Entry 1,E-Mail,name,start,TOURNAMENT\n,2,1,a@example.org,Ada,2019-04-11,Open',
    )
    expect(rows[0]).toMatchObject({ tournament: 'Open', places: [1, 2], event: null })
  })

  test('that are unknown are reported', async () => {
    const { ignored, errors } = await read(`${heading},Notes,,Shoe size\n${good.join()},x,,9\n`)
    expect(ignored).toEqual(['"Notes"', '"Shoe size"'])
    expect(errors).toEqual([])
  })

  test('must all be present, once', async () => {
    expect((await read('Tournament,Start,Name,Name,Entry 1\n')).errors).toEqual(
      [
        ['Email', 'the column is missing'],
        ['Entry 2', 'the column is missing'],
        ['Entry 3', 'the column is missing'],
        ['Name', 'the column appears twice'],
      ].map(([column, reason]) => ({ line: 1, column, reason })),
    )
  })

  test('without rows, or an empty file, are refused', async () => {
    expect((await read(`${heading}\n`)).errors).toMatchObject([{ reason: 'there are no rows below the headings' }])
    expect((await read('')).errors).toMatchObject([{ reason: 'the file is empty' }])
  })
})
