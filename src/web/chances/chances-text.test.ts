import { expect, test } from 'vitest'
import { toChange, toErrorPoints, toPercent, toPlacesText, toPlacesWords, toSpokenPercent } from './chances-text.ts'

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

test('100% and 0% are said only of what is certain', () => {
  expect(toPercent(0.5, 'certain')).toBe('100%')
  expect(toPercent(0.5, 'impossible')).toBe('0%')
})

test('a change is in whole points, and what may be chance is none', () => {
  expect(toChange(0.1, 0.147, 4000)).toBe(4)
  expect(toChange(0.3, 0.18, 4000)).toBe(-12)
  expect(toChange(0.3, 0.309, 4000)).toBe(0)
  expect(toChange(0.5, 0.53, 250)).toBe(0)
  expect(toChange(0, 0, 4000)).toBe(0)
})

test('places have a best and a worst one, and being out comes after the last', () => {
  expect([toPlacesText(3, 12), toPlacesText(3, 3), toPlacesText(3, 0), toPlacesText(0, 0)]).toEqual([
    '3–12',
    '3',
    '3–out',
    'out',
  ])
  expect([toPlacesWords(3, 12), toPlacesWords(1, 1), toPlacesWords(2, 0), toPlacesWords(0, 0)]).toEqual([
    '3rd to 12th place',
    '1st place',
    '2nd place to disqualified',
    'disqualified',
  ])
})

test('the error of the simulations', () => {
  expect(toErrorPoints(0.5, 4000)).toBeCloseTo(1.55, 2)
  expect(toErrorPoints(0, 4000)).toBe(0)
})
