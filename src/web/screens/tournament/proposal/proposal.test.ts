import { expect, test } from 'vitest'
import type { RankedGolferResponse } from '#contract/tournament-setup-contract.ts'
import { describeMarks, findMark, toGolferMarks } from './golfer-marks.ts'
import { decodeText } from './use-tier-proposal.ts'

test('golfers without a rank are marked, and names to be checked say why', () => {
  const golferOf = (espnId: string, match: RankedGolferResponse['match'], ...names: string[]) => ({
    ...{ name: 'K.H. Lee', espnId, out: null, match, rank: null },
    rankedAs: names.map((name, index) => ({ name, rank: index + 12 })),
  })
  const marks = toGolferMarks([
    golferOf('1', 'same'),
    golferOf('2', 'similar', 'Kyoung-Hoon Lee'),
    golferOf('3', 'unclear', 'K. Lee', 'Lee, K'),
    golferOf('4', 'none'),
  ])
  expect([...marks]).toEqual([
    ['2', { kind: 'check', note: 'ranked as Kyoung-Hoon Lee (12)' }],
    ['3', { kind: 'check', note: 'may be K. Lee (12) or Lee, K (13)' }],
    ['4', { kind: 'unranked', note: '' }],
  ])
  expect(describeMarks(4, marks)).toBe('1 ranked, 1 unranked, 2 to check')
  expect(describeMarks(4, new Map())).toBe('4 ranked')
})

test('after a reload, golfers without a rank are marked if others have one', () => {
  const mark = { kind: 'check', note: 'may be K. Lee (12)' } as const
  expect(findMark('2', { 1: 12 }, new Map())).toEqual({ kind: 'unranked', note: '' })
  expect(findMark('2', { 1: 12 }, new Map([['2', mark]]))).toEqual(mark)
  expect(findMark('1', { 1: 12 }, new Map())).toBeUndefined()
  expect(findMark('2', {}, new Map())).toBeUndefined()
  expect(findMark(null, { 1: 12 }, new Map())).toBeUndefined()
})

test('a file is read in the encodings of spreadsheets', () => {
  const text = 'Rank;Name\r\n1;Ludvig Åberg'
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer),
  ])
  const windows = Uint8Array.from(text, (char) => char.charCodeAt(0))
  expect([new TextEncoder().encode(`\uFEFF${text}`), utf16, windows].map(decodeText)).toEqual([text, text, text])
})
