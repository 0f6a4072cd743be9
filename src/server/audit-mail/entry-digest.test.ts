import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { sha256Hex } from '../sha256.ts'
import { deriveSalt, readContent, writeContent } from './entry-digest.ts'

const content = (answer: string) => ({
  entry: 7,
  version: 2,
  picks: Array.from({ length: 12 }, (_, index) => String(1000 + index)),
  answers: [answer, '-12'],
  salt: 'salt',
})

test('the canonical text is one line of ASCII without single quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (answer) => {
      const text = writeContent(content(answer))
      expect(text).toMatch(/^[\x20-\x26\x28-\x7e]+$/)
      expect(readContent(text)).toEqual(content(answer))
    }),
  )
  expect(writeContent({ ...content('x'), answers: [] })).toBe(
    '{"entry":7,"version":2,"picks":["1000","1001","1002","1003","1004","1005","1006","1007","1008","1009","1010","1011"],"answers":[],"salt":"salt"}',
  )
})

test('the digest equals the output of printf and sha256sum for any answers', () => {
  for (const answer of [`'; echo "x" $(id) \`id\` %s %% \\n !! é 🏌 ' '`, '-12', '=1+1', '\\']) {
    const text = writeContent(content(answer))
    const shell = execFileSync('sh', ['-c', `printf '%s' '${text}' | sha256sum`], { encoding: 'utf8' })
    expect(shell.split(' ')[0]).toBe(sha256Hex(text))
  }
})

test('other text is not parsed as a content', () => {
  for (const text of ['', '{', '[]', 'null', '{"entry":1}', `${writeContent(content('a'))} x`]) {
    expect(readContent(text), text).toBeUndefined()
  }
})

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
