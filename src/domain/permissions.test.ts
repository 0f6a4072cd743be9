import { expect, test } from 'vitest'
import { hasRole } from './permissions.ts'

const roles = ['user', 'power', 'admin'] as const

test.each([
  ['a regular user', { isAdmin: false, isPowerUser: false }, [true, false, false]],
  ['a power user', { isAdmin: false, isPowerUser: true }, [true, true, false]],
  ['an admin, who counts as a power user', { isAdmin: true, isPowerUser: false }, [true, true, true]],
])('the roles of %s', (_, rights, expected) => {
  expect(roles.map((role) => hasRole(rights, role))).toEqual(expected)
})
