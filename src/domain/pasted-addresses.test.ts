import { expect, test } from 'vitest'
import { readPastedAddresses } from './pasted-addresses.ts'

test.each([
  ['ann@example.org\nbo@example.org', ['ann@example.org', 'bo@example.org']],
  ['ann@example.org, bo@example.org; cy@example.org', ['ann@example.org', 'bo@example.org', 'cy@example.org']],
  ['Ann Ash <ann@example.org>, "Bo" <BO@Example.org>', ['ann@example.org', 'bo@example.org']],
  ['1\tAnn Ash\tann@example.org\r\n2\tBo\tbo@example.org\r\n', ['ann@example.org', 'bo@example.org']],
  ['mailto:ann@example.org\nANN@example.org\n(ann@example.org).', ['ann@example.org']],
  ['', []],
])('reads the addresses of %j', (text, addresses) => {
  expect(readPastedAddresses(text)).toEqual({ addresses, unreadable: [] })
})

test('names what is no address', () => {
  expect(readPastedAddresses('Ann Ash\nbo@\ncy@example\nd@e@example.org\nev@example.org')).toEqual({
    addresses: ['ev@example.org'],
    unreadable: ['Ann Ash', 'bo@', 'cy@example', 'd@e@example.org'],
  })
})
