import { expect, test } from 'vitest'
import { parseEntryKey, toEntryAddress, toOwnerAddress } from './entry-address.ts'

test('the URL of an entry contains the tournament, the record and the entry number', () => {
  expect(toEntryAddress(7, { entryId: 34, entryNumber: 2 })).toBe('/pool/7?entry=34-2')
  expect(parseEntryKey('34-2')).toEqual({ entryId: 34, entryNumber: 2 })
})

test('or the tournament, the owner and the number', () => {
  expect(toOwnerAddress(7, { userId: 5, entryNumber: 3 })).toBe('/pool/7?entry=of-5-3')
  expect(parseEntryKey('of-5-3')).toEqual({ userId: 5, entryNumber: 3 })
})

test.each(['', '34', 'of-', 'of-5', 'of-5-4', 'of5-1', '34-0', '34-4', '-1', '34-2x', 'x-1'])(
  '%j is not an entry',
  (text) => {
    expect(parseEntryKey(text)).toBeNull()
  },
)
