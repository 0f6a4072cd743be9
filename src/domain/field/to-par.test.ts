import { expect, test } from 'vitest'
import { toParText } from './field.ts'

test('a score to par is E at par, with + over and - under it', () => {
  expect([0, -0, 3, -12].map(toParText)).toEqual(['E', 'E', '+3', '-12'])
})
