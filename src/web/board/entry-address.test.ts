import { expect, test } from 'vitest'
import { parseEntryKey, toEntryAddress } from './entry-address.ts'

test('the address of an entry names the tournament, the record and the number', () => {
  expect(toEntryAddress(7, { entryId: 34, entryNumber: 2 })).toBe('/pool/7?entry=34-2')
  expect(parseEntryKey('34-2')).toEqual({ entryId: 34, entryNumber: 2 })
})

test.each(['', '34', '34-0', '34-4', '-1', '34-2x', 'x-1'])('%j is not an entry', (text) => {
  expect(parseEntryKey(text)).toBeNull()
})
