import { expect, test } from 'vitest'
import type { AdminUser } from '#contract/admin-contract.ts'
import { searchUsers, toSearchableUsers } from './user-search.ts'

function buildUser(id: number, name: string, userName: string): AdminUser {
  return { id, name, userName, isAdmin: false, isPowerUser: false, real: true, blocked: false }
}

const users = toSearchableUsers([
  buildUser(1, 'Zoë Bell', 'zoe.bell@example.com'),
  buildUser(2, 'Ann Zoeller', 'ann@links.example'),
  buildUser(3, 'Ben Ash', 'ben+golf@example.com'),
])

const find = (query: string) => searchUsers(users, query)?.map(({ id }) => id) ?? null

test('an empty query does not filter', () => {
  expect(find('')).toBeNull()
  expect(find('  ')).toBeNull()
})

test('words match the start of words in names and addresses, ignoring accents', () => {
  expect(find('zoe')).toEqual([1, 2])
  expect(find('zoe be')).toEqual([1])
  expect(find('links')).toEqual([2])
  expect(find('oeller')).toEqual([])
})

test('a query with an @ matches any part of an address', () => {
  expect(find('Ann@links.example')).toEqual([2])
  expect(find('@example')).toEqual([1, 3])
  expect(find('@')).toEqual([1, 2, 3])
  expect(find('zoe.bell@example.com')).toEqual([1])
  expect(find('ben+golf@example.com')).toEqual([3])
})
