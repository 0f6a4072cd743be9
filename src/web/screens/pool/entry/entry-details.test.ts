import { expect, test } from 'vitest'
import type { Gap } from '#domain/standings/entry-figures.ts'
import { toGapSentences } from './entry-details.tsx'

test.each<[Gap, string]>([
  [{ kind: 'shares-lead' }, 'Tied for the lead.'],
  [{ kind: 'leads', by: 2 }, 'Leads by 2.'],
  [
    { kind: 'behind', strokes: 21, next: { place: 50, strokes: 1 } },
    '21 behind the lead. One more birdie moves you to T50.',
  ],
  [
    { kind: 'behind', strokes: 21, next: { place: 50, strokes: 2 } },
    '21 behind the lead. 2 more birdies move you to T50.',
  ],
])('the gap %j of an own entry is described as "%s"', (gap, text) => {
  expect(toGapSentences(gap, true)).toBe(text)
  expect(toGapSentences(gap, false)).toBe(text.replace('you', 'it'))
})
