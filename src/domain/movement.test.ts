import { expect, test } from 'vitest'
import { toMovement } from './movement.ts'

test('places won, lost and kept are shown without a sign, and told apart by their class', () => {
  expect(toMovement(12)).toEqual({ text: '12', class: 'positive' })
  expect(toMovement(-3)).toEqual({ text: '3', class: 'negative' })
  expect(toMovement(0)).toEqual({ text: '-', class: 'none' })
  expect(toMovement(-0)).toEqual({ text: '-', class: 'none' })
})
