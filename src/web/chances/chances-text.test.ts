import { expect, test } from 'vitest'
import type { Chances } from '#domain/forecast/forecast.ts'
import {
  chanceOf,
  toChange,
  toErrorPoints,
  toPercent,
  toPlacesText,
  toPlacesWords,
  toPossibleSentence,
  toRoughPercent,
  toSpokenPercent,
  toWaitingText,
} from './chances-text.ts'

/** The chance to win of a single row. */
function given(share: number, simulations: number) {
  const column = Float64Array.of(share)
  const chances: Chances = {
    simulations,
    win: column,
    topThree: column,
    disqualified: column,
    likelyBest: Int32Array.of(1),
    likelyWorst: Int32Array.of(1),
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

test('a chance from few simulations is in steps of 5, unless it is certain', () => {
  const texts = [0, 0.024, 0.026, 0.124, 0.975, 1].map((chance) => toRoughPercent(chance))
  expect(texts).toEqual(['<5%', '<5%', '5%', '10%', '>95%', '>95%'])
  expect([toRoughPercent(1, 'certain'), toRoughPercent(0, 'impossible')]).toEqual(['100%', '0%'])
})

test('a change is in whole points, and what may be chance is none', () => {
  const change = (before: number, now: number, simulations: number) =>
    toChange(given(before, simulations), given(now, simulations))
  expect(change(0.1, 0.147, 4000)).toBe(4)
  expect(change(0.3, 0.18, 4000)).toBe(-12)
  expect(change(0.3, 0.309, 4000)).toBe(0)
  expect(change(0.5, 0.53, 250)).toBe(0)
  expect(change(0, 0, 4000)).toBe(0)
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

test.each([
  [{ failure: null, isTooLarge: false }, 'Simulating the rest of the tournament…'],
  [{ failure: 'no worker', isTooLarge: false }, 'This browser can’t compute the chances.'],
  [
    { failure: null, isTooLarge: true },
    'Chances are computed in pools of up to 10,000 players, and this one has more.',
  ],
])('without figures, with %j, the board says "%s"', (state, text) => {
  expect(toWaitingText(state)).toBe(text)
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
