import { expect, test } from 'vitest'
import { parseEmail } from './email-address.ts'

test('an address is trimmed and converted to lower case', () => {
  expect(parseEmail(' Ada.Lovelace+Golf@Example.ORG ')).toBe('ada.lovelace+golf@example.org')
  expect(parseEmail('jörg@bücher.example')).toBe('jörg@bücher.example')
  expect(parseEmail('root@localhost')).toBe('root@localhost')
})

test('text that could name another recipient, or several, is rejected', () => {
  const bad = [
    '',
    'a',
    'a@',
    '@b',
    'a@b@c',
    'a b@c.d',
    'a@b.c\r\nBcc: evil@x.y',
    'a@b.c\nX: y',
    'a@b.c, evil@x.y',
    'a@b.c;evil@x.y',
    'Name <a@b.c>',
    '<a@b.c>',
    '"a b"@c.d',
    'a(comment)@b.c',
    'a@[127.0.0.1]',
    'a\u0000@b.c',
    'a\u202e@b.c',
    'a\u200b@b.c',
    'group:a@b.c',
    'a\\@b.c',
    'a@b..c',
    'a@.b',
    'a@b.',
    `${'x'.repeat(65)}@b.c`,
    `a@${'b.'.repeat(130)}c`,
    `a@${'b'.repeat(64)}.c`,
  ]
  for (const text of bad) expect(parseEmail(text), JSON.stringify(text)).toBeUndefined()
})
