import { expect, test } from 'vitest'
import { toPost } from './post.ts'

const context = { publicUrl: 'https://pool.example.org', timeZone: 'America/New_York' }
const about = { tournament: 'Spring Open', tournamentId: 7 }
const start = '2026-04-09T12:00:00.000Z'

test('times are those of the pool', () => {
  const post = toPost({ ...about, kind: 'closing-2h', start, entrants: 1 }, context)
  expect(post.lines).toEqual([
    'Entries close on Thursday, April 9, 2026, 08:00 EDT (12:00 UTC).',
    '1 person has entered so far.',
  ])
})

test('long lists are cut and counted', () => {
  const people = Array.from({ length: 300 }, (_, index) => `Player number ${index}`)
  const { lines } = toPost({ ...about, kind: 'locked', people, consensus: null, seal: null }, context)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^300 people are playing: Player number 0, .* and \d+ more\.$/)
  expect(lines[0]?.length).toBeLessThan(2000)
  const best = [{ position: 'T1', name: 'Ann Ash 1', toPar: 'E' }]
  expect(
    toPost({ ...about, kind: 'round-end', round: 1, isLast: false, recap: ['Ann leads.'], best, more: 1200 }, context)
      .lines,
  ).toEqual(['Ann leads.', 'T1: Ann Ash 1, E', 'and 1,200 more in the same place'])
})

test('a post leads to its tournament', () => {
  const best = [{ position: '1', name: 'Ann Ash 1', toPar: '-3' }]
  const post = toPost({ ...about, kind: 'results', headline: 'Ann Ash wins by 3', best, more: 0 }, context)
  expect(post).toEqual({
    title: 'Ann Ash wins by 3: Spring Open',
    lines: ['The final places:', '1: Ann Ash 1, -3'],
    link: { text: 'See all results', url: 'https://pool.example.org/pool/7' },
  })
})

test.each([
  [false, false, 'Ann Ash was put right by the organisers: R1 69. Reason: Wrong card'],
  [true, false, 'Ann Ash is shown as the source of the scores has it again. The organisers had: R1 69.'],
  [true, true, 'Ann Ash: the source of the scores now agrees with the organisers (R1 69).'],
])('a corrected score, ended: %s, settled: %s', (isEnd, isSettled, line) => {
  const correction = { status: null, rounds: [69, null], toParDifference: null, reason: 'Wrong card' }
  const facts = { ...about, kind: 'correction', golfer: 'Ann Ash', correction, isEnd, isSettled } as const
  expect(toPost(facts, context)).toMatchObject({ title: 'A score was corrected: Spring Open', lines: [line] })
})

test.each([
  [
    { kind: 'entry-removed', by: 'Ann', reason: 'Not paid' },
    ['The entry of Bo was removed.', 'By Ann, Thursday, April 9, 2026, 08:00 EDT (12:00 UTC).', 'Reason: Not paid'],
  ],
  [
    { kind: 'entry-restored', by: null, reason: null },
    ['The entry of Bo counts again.', 'Thursday, April 9, 2026, 08:00 EDT (12:00 UTC).'],
  ],
] as const)('an entry that changes after the lock: %j', (what, lines) => {
  const change = { ...what, at: start, entry: { id: 3, name: 'Bo' }, details: null }
  const post = toPost({ ...about, kind: 'entry-change', change }, context)
  expect(post).toMatchObject({ title: 'An entry has changed: Spring Open', lines })
})
