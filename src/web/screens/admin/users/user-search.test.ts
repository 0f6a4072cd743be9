import { expect, test } from 'vitest'
import type { AdminUser } from '#contract/admin-contract.ts'
import { searchUsers, toSearchableUsers } from './user-search.ts'

function buildUser(id: number, name: string, userName: string): AdminUser {
  return { id, name, userName, isAdmin: false, isPowerUser: false, real: true }
}

const users = toSearchableUsers([
  buildUser(1, 'Zoë Bell', 'zoe.bell@example.com'),
  buildUser(2, 'Ann Zoeller', 'ann@links.example'),
  buildUser(3, 'Ben Ash', 'ben+golf@example.com'),
])

const found = (typed: string) => searchUsers(users, typed)?.map(({ id }) => id) ?? null

test('nothing typed looks for nobody', () => {
  expect(found('')).toBeNull()
  expect(found('  ')).toBeNull()
})

test('users are found by the beginnings of words of their name and address, accents aside', () => {
  expect(found('zoe')).toEqual([1, 2])
  expect(found('zoe be')).toEqual([1])
  expect(found('links')).toEqual([2])
  expect(found('oeller')).toEqual([])
})

test('users are found by an address, or a part of one with its @', () => {
  expect(found('Ann@links.example')).toEqual([2])
  expect(found('@example')).toEqual([1, 3])
  expect(found('@')).toEqual([1, 2, 3])
  expect(found('zoe.bell@example.com')).toEqual([1])
  expect(found('ben+golf@example.com')).toEqual([3])
})
