import { expect, test } from 'vitest'
import { toMovement } from './field.ts'

test('the text of a movement has no sign; its class has the direction', () => {
  expect(toMovement(12)).toEqual({ text: '12', class: 'positive' })
  expect(toMovement(-3)).toEqual({ text: '3', class: 'negative' })
  expect(toMovement(0)).toEqual({ text: '-', class: 'none' })
  expect(toMovement(-0)).toEqual({ text: '-', class: 'none' })
})
