import { expect, test } from 'vitest'
import { toNews } from './user-actions.tsx'

test('every admin is said to be told of another one only if emails are sent', () => {
  expect(toNews('makeAdmin', false)).toBe(' Every admin is told.')
  expect(toNews('makeAdmin', true)).toBe(' Admins are told on their devices only, because no mail server is set up.')
  expect(toNews('block', true)).toBe('')
})
