import { expect, test } from 'vitest'
import { filterByName } from './name-filter.ts'

const users = ['Zoë Bell zoe.bell@example.com', 'Ann Zoeller ann@links.example', 'Ben Ash ben+golf@example.com']

const find = (query: string) => filterByName(users, query, (user) => user)?.map((user) => user.slice(0, 3)) ?? null

test('an empty query does not filter', () => {
  expect(find('')).toBeNull()
  expect(find('  ')).toBeNull()
})

test('words match names and addresses, ignoring accents', () => {
  expect(find('zoe')).toEqual(['Zoë', 'Ann'])
  expect(find('zoe be')).toEqual(['Zoë'])
  expect(find('links')).toEqual(['Ann'])
})

test('an address finds its user', () => {
  expect(find('Ann@links.example')).toEqual(['Ann'])
  expect(find('zoe.bell@example.com')).toEqual(['Zoë'])
  expect(find('ben+golf@example.com')).toEqual(['Ben'])
})
