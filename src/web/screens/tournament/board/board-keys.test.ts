import { expect, test } from 'vitest'
import { toBoardCommand } from './board-keys.ts'

const columns = [['Ann', 'Bo', 'Cy'], ['Di'], [], ['Ed', 'Fay']]
const press = (key: string, name: string, tier: 0 | 1 | 2 | 3, shiftKey = false) =>
  toBoardCommand({ key, shiftKey, hasModifier: false }, { tier, name }, columns)
const focusOn = (name: string, tier: number) => ({ type: 'focus', place: { tier, name } })
const moveTo = (tier: number, before: string | null) => ({ type: 'move', tier, before })

test.each([
  ['ArrowDown', 'Ann', 0, focusOn('Bo', 0)],
  ['ArrowUp', 'Bo', 0, focusOn('Ann', 0)],
  ['ArrowUp', 'Ann', 0, undefined],
  ['ArrowDown', 'Cy', 0, undefined],
  ['End', 'Ann', 0, focusOn('Cy', 0)],
  ['Home', 'Cy', 0, focusOn('Ann', 0)],
  ['ArrowRight', 'Cy', 0, focusOn('Di', 1)],
  ['ArrowLeft', 'Di', 1, focusOn('Ann', 0)],
  ['ArrowRight', 'Di', 1, focusOn('Ed', 3)],
  ['ArrowLeft', 'Fay', 3, focusOn('Di', 1)],
  ['ArrowRight', 'Ed', 3, focusOn('Ed', 3)],
  ['ArrowLeft', 'Ann', 0, focusOn('Ann', 0)],
  ['Tab', 'Ann', 0, undefined],
  ['Enter', 'Ann', 0, undefined],
] as const)('%s at %s chooses another golfer', (key, name, tier, command) => {
  expect(press(key, name, tier)).toEqual(command)
})

test.each([
  ['b', 'Ann', 0, moveTo(1, null)],
  ['D', 'Ann', 0, moveTo(3, null)],
  ['a', 'Ann', 0, undefined],
  ['e', 'Ann', 0, undefined],
] as const)('%s at %s moves the golfer to the end of a tier', (key, name, tier, command) => {
  expect(press(key, name, tier)).toEqual(command)
})

test.each([
  ['ArrowDown', 'Ann', 0, moveTo(0, 'Cy')],
  ['ArrowDown', 'Bo', 0, moveTo(0, null)],
  ['ArrowDown', 'Cy', 0, undefined],
  ['ArrowUp', 'Cy', 0, moveTo(0, 'Bo')],
  ['ArrowUp', 'Ann', 0, undefined],
  ['ArrowRight', 'Ann', 0, moveTo(1, 'Di')],
  ['ArrowRight', 'Bo', 0, moveTo(1, null)],
  ['ArrowLeft', 'Ed', 3, moveTo(2, null)],
  ['ArrowRight', 'Ed', 3, undefined],
] as const)('Shift and %s at %s moves the golfer one step', (key, name, tier, command) => {
  expect(press(key, name, tier, true)).toEqual(command)
})

test('the browser’s own shortcuts are ignored', () => {
  expect(toBoardCommand({ key: 'b', shiftKey: false, hasModifier: true }, { tier: 0, name: 'Ann' }, columns)).toBe(
    undefined,
  )
})
