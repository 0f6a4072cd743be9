import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { writeContent } from '#domain/seal/sealed-entry.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import { lacks } from '#test/support/optional-programs.ts'
import { deriveSalt } from './sealed-content.ts'

const content = (answer: string) => ({
  entry: 7,
  version: 2,
  picks: Array.from({ length: 12 }, (_, index) => String(1000 + index)),
  answers: [answer, '-12'],
  salt: 'salt',
})

test.skipIf(lacks('digests in a shell', 'sha256sum'))(
  'the digest equals the output of printf and sha256sum for any answers',
  () => {
    for (const answer of [`'; echo "x" $(id) \`id\` %s %% \\n !! é 🏌 ' '`, '-12', '=1+1', '\\']) {
      const text = writeContent(content(answer))
      const shell = execFileSync('sh', ['-c', `printf '%s' '${text}' | sha256sum`], { encoding: 'utf8' })
      expect(shell.split(' ')[0]).toBe(sha256Hex(text))
    }
  },
)

test('each entry, version and key has a different salt', () => {
  const salts = [
    deriveSalt('key', { id: 1, version: 2 }),
    deriveSalt('key', { id: 1, version: 3 }),
    deriveSalt('key', { id: 2, version: 2 }),
    deriveSalt('key', { id: 12, version: 2 }),
    deriveSalt('other', { id: 1, version: 2 }),
  ]
  expect(new Set(salts).size).toBe(5)
  expect(deriveSalt('key', { id: 1, version: 2 })).toBe(salts[0])
})
