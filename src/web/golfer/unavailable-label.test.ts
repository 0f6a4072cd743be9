import { expect, test } from 'vitest'
import { toUnavailableLabel, toUnavailableSentence } from './unavailable-badge.tsx'

test.each([
  ['WD', 'Ada Example has withdrawn.'],
  ['DQ', 'Ada Example has been disqualified.'],
  ['DNS', 'Ada Example will not start.'],
  ['CUT', 'Ada Example has missed the cut.'],
  ['MDF', 'Ada Example is out.'],
  [null, 'Ada Example is no longer in the field.'],
])('the sentence about one golfer (%s) has the reason', (status, sentence) => {
  expect(toUnavailableSentence([{ name: 'Ada Example', unavailable: toUnavailableLabel(status) }])).toBe(sentence)
})

test('several golfers share one sentence', () => {
  const golfers = ['Ada Example', 'Ben Example', 'Cy Example'].map((name) => ({
    name,
    unavailable: toUnavailableLabel('WD'),
  }))
  expect(toUnavailableSentence(golfers.slice(1))).toBe('Ben Example and Cy Example will not play.')
  expect(toUnavailableSentence(golfers)).toBe('Ada Example, Ben Example, and Cy Example will not play.')
})
