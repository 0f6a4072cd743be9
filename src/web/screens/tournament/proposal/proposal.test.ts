import { expect, test } from 'vitest'
import type { RankedGolferResponse } from '#contract/tournament-setup-contract.ts'
import { describeProposal, findMark, toGolferMarks } from './golfer-marks.ts'
import { decodeText } from './use-tier-proposal.ts'

test('golfers without a rank are marked, and names to be checked say why', () => {
  const golferOf = (espnId: string, match: RankedGolferResponse['match'], ...names: string[]) => ({
    ...{ name: 'K.H. Lee', espnId, out: null, match, rank: null },
    by: match === 'same' || match === 'similar' ? ('world' as const) : ('name' as const),
    rankedAs: names.map((name, index) => ({ name, rank: index + 12 })),
  })
  const golfers = [
    golferOf('1', 'same'),
    golferOf('2', 'similar', 'Kyoung-Hoon Lee'),
    golferOf('3', 'unclear', 'K. Lee', 'Lee, K'),
    golferOf('4', 'none'),
  ]
  const marks = toGolferMarks(golfers)
  expect([...marks]).toEqual([
    ['2', { kind: 'check', note: 'ranked as Kyoung-Hoon Lee (12)' }],
    ['3', { kind: 'check', note: 'may be K. Lee (12) or Lee, K (13)' }],
    ['4', { kind: 'unranked', note: '' }],
  ])
  expect(describeProposal(golfers, marks)).toBe(
    'All 4 golfers of the field are listed: 2 by world rank, 2 by name. 2 names to check.',
  )
  const byName = [golferOf('4', 'none'), golferOf('5', 'none')]
  expect(toGolferMarks(byName), 'without any ranking').toEqual(new Map())
  expect(describeProposal(byName, new Map())).toBe('All 2 golfers of the field are listed: all by name.')
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
