import { expect, test } from 'vitest'
import type { Chances } from '#domain/forecast/forecast.ts'
import {
  chanceOf,
  toChange,
  toErrorPoints,
  toErrorText,
  toPercent,
  toPlacesText,
  toPlacesWords,
  toPossibleSentence,
  toSpokenPercent,
} from './chances-text.ts'

/** The chance to win of a single row. */
function given(share: number, simulations: number, error?: number) {
  const column = Float64Array.of(share)
  const errors = { win: Float32Array.of(error ?? 0), topThree: Float32Array.of(0), disqualified: Float32Array.of(0) }
  const chances: Chances = {
    simulations,
    win: column,
    topThree: column,
    disqualified: column,
    likelyBest: Int32Array.of(1),
    likelyWorst: Int32Array.of(1),
    sampling: error === undefined ? null : { rivals: 10, errors },
  }
  return chanceOf(chances, 'win', 0)
}

test.each([
  [0, '<1%', 'less than 1%'],
  [0.009, '<1%', 'less than 1%'],
  [0.01, '1%', '1%'],
  [0.124, '12%', '12%'],
  [0.99, '99%', '99%'],
  [0.991, '>99%', 'more than 99%'],
  [1, '>99%', 'more than 99%'],
])('a chance of %s is %s', (chance, text, spoken) => {
  expect(toPercent(chance)).toBe(text)
  expect(toSpokenPercent(chance)).toBe(spoken)
})

test('a change is in whole points, and what may be chance is none', () => {
  const change = (before: number, now: number, simulations: number, error?: number) =>
    toChange(given(before, simulations, error), given(now, simulations, error))
  expect(change(0.1, 0.147, 4000)).toBe(4)
  expect(change(0.3, 0.18, 4000)).toBe(-12)
  expect(change(0.3, 0.309, 4000)).toBe(0)
  expect(change(0.5, 0.53, 250)).toBe(0)
  expect(change(0, 0, 4000)).toBe(0)
  expect(change(0.1, 0.147, 4000, 0.04)).toBe(0)
})

test('places have a best and a worst one, and being out comes after the last', () => {
  expect([toPlacesText(3, 12), toPlacesText(3, 3), toPlacesText(3, 0), toPlacesText(0, 0)]).toEqual([
    '3–12',
    '3',
    '3–out',
    'out',
  ])
  expect([toPlacesWords(3, 12), toPlacesWords(1, 1), toPlacesWords(2, 0), toPlacesWords(0, 0)]).toEqual([
    '3rd to 12th',
    '1st',
    '2nd to disqualified',
    'disqualified',
  ])
})

test('the error of the simulations', () => {
  expect(given(0.5, 4000).error).toBeCloseTo(0.0155, 4)
  expect(given(0, 4000).error).toBe(0)
  expect([0, 0.01, 0.011, 0.0204].map(toErrorPoints)).toEqual([1, 1, 2, 2])
})

test('the error is shown beside a figure where rivals are sampled', () => {
  expect(toErrorText(given(0.12, 4000, 0.018))).toBe('±2')
  expect(toErrorText(given(0.12, 4000))).toBe('')
  expect(toErrorText(given(0.12, 4000, 0.018), 'impossible')).toBe('')
  expect(toErrorText(given(0.001, 4000, 0.018))).toBe('')
})

test.each([
  [{ best: 1, worst: 40 }, 'Can still win, and can still fall to 40th.'],
  [{ best: 1, worst: null }, 'Can still win, and can still be disqualified.'],
  [{ best: 2, worst: 9 }, 'Mathematically out of the win. Can still finish 2nd, and can still fall to 9th.'],
  [
    { best: 4, worst: null },
    'Mathematically out of the top three. Can still finish 4th, and can still be disqualified.',
  ],
  [{ best: 1, worst: 1 }, 'Certain: 1st place.'],
  [{ best: null, worst: null }, 'Two golfers are out: the entry will have no place.'],
])('the possible places %j are described as "%s"', (places, sentence) => {
  expect(toPossibleSentence(places)).toBe(sentence)
})
