import { expect, it } from 'vitest'
import { describeOpenFile } from './open-files.ts'

const user = 998
it.each([
  [{ uid: user, mode: 0o100600 }, user, undefined],
  [{ uid: user, mode: 0o100640 }, user, 'Others can open .env (mode 640). Run: chmod 600 .env'],
  [{ uid: user, mode: 0o100644 }, 0, 'Others can open .env (mode 644). Run: chmod 600 .env'],
  [{ uid: 0, mode: 0o100640 }, user, undefined],
  [{ uid: 0, mode: 0o100644 }, user, 'Others can open .env (mode 644). As root, run: chown 998 .env && chmod 600 .env'],
  [
    { uid: 1000, mode: 0o100600 },
    user,
    '.env belongs to another account (uid 1000). Run the server and its commands as its owner.',
  ],
])('a file of %j for user %i: %s', (file, asking, expected) => {
  expect(describeOpenFile('.env', 0o600, file, asking)).toBe(expected)
})
