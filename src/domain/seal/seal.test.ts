import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { growTree, type InclusionProof, type MerkleTree, proofOf, rootFromProof, rootOf } from './merkle-tree.ts'
import { toSealWords } from './seal-words.ts'
import { leafOf, readContent, writeContent } from './sealed-entry.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hash = (...parts: readonly (string | number)[]) =>
  sha256(Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part, 'hex')))))
/** As RFC 9162, 2.1.1 writes it. */
const node = (left: string, right: string) => hash(1, left, right)

const leaves = Array.from({ length: 70 }, (_, index) => hash(0, String(index).padStart(2, '0')))

function grow(size: number): MerkleTree {
  const growing = growTree(leaves.slice(0, size), sha256)
  for (;;) {
    const step = growing.next()
    if (step.done) return step.value
  }
}

const proof = (size: number, position: number) => proofOf(grow(size), position) as InclusionProof

test('the root is that of RFC 9162, split at the largest power of two below the size', () => {
  const [a, b, c, d, e, f, g, h] = leaves as [string, string, string, string, string, string, string, string]
  const [ab, cd, ef] = [node(a, b), node(c, d), node(e, f)]
  const abcd = node(ab, cd)
  const roots = [hash(), a, ab, node(ab, c), abcd, node(abcd, e), node(abcd, ef), node(abcd, node(ef, g))]
  roots.push(node(abcd, node(ef, node(g, h))))
  expect(roots.map((_, size) => rootOf(leaves.slice(0, size), sha256))).toEqual(roots)
  // The hashes of no leaves and of an empty leaf, which the RFC's test vectors contain.
  expect(roots[0]).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hash(0)).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})

test('the proof of each entry leads to the root, and no other does', () => {
  for (let size = 1; size <= leaves.length; size += 1) {
    const tree = grow(size)
    const root = rootOf(leaves.slice(0, size), sha256)
    expect(tree.at(-1)).toEqual([root])
    for (let position = 0; position < size; position += 1) {
      const found = proofOf(tree, position) as InclusionProof
      expect(rootFromProof(found, sha256), `${position} of ${size}`).toBe(root)
      const moved = { ...found, position: (position + 1) % size }
      if (size > 1) expect(rootFromProof(moved, sha256), `${position} of ${size}, moved`).not.toBe(root)
    }
    expect(proofOf(tree, size)).toBeUndefined()
  }
  expect(proof(7, 6).path).toEqual([node(leaves[4] ?? '', leaves[5] ?? ''), grow(7)[2]?.[0]])
})

test('a proof with one changed digit, or of another length, does not lead to the root', () => {
  const anyProof = fc
    .integer({ min: 2, max: 70 })
    .chain((size) => fc.tuple(fc.constant(size), fc.nat({ max: size - 1 })))
  fc.assert(
    fc.property(anyProof, fc.nat(), fc.nat({ max: 63 }), ([size, position], part, digit) => {
      const found = proof(size, position)
      const hashes = [found.leaf, ...found.path]
      const changed = hashes.map((text, index) =>
        index === part % hashes.length
          ? text.slice(0, digit) + (text[digit] === '0' ? '1' : '0') + text.slice(digit + 1)
          : text,
      )
      const [leaf = '', ...path] = changed
      const root = rootOf(leaves.slice(0, size), sha256)
      expect(rootFromProof({ ...found, leaf, path }, sha256)).not.toBe(root)
      expect(rootFromProof({ ...found, path: found.path.slice(1) }, sha256)).toBeUndefined()
      expect(rootFromProof({ ...found, path: [...found.path, leaf] }, sha256)).toBeUndefined()
    }),
  )
})

test('numbers and hashes that no proof can have lead nowhere', () => {
  const found = proof(5, 2)
  for (const wrong of [
    { position: -1 },
    { position: 5 },
    { position: 0.5 },
    { position: Number.NaN },
    { size: 0 },
    { size: 2.5 },
    { size: Number.POSITIVE_INFINITY },
    { size: 2 ** 53 },
    { leaf: found.leaf.toUpperCase() },
    { leaf: '' },
    { path: found.path.map((text) => `${text}0`) },
  ])
    expect(rootFromProof({ ...found, ...wrong }, sha256), JSON.stringify(wrong)).toBeUndefined()
  expect(rootFromProof({ ...found, size: 2 ** 53 - 1 }, sha256)).toBeUndefined()
})

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
      expect(leafOf(content(answer), sha256)).toBe(sha256(Buffer.from(`\0${text}`, 'ascii')))
    }),
  )
  expect(writeContent({ ...content('x'), answers: [] })).toBe(
    '{"entry":7,"version":2,"picks":["1000","1001","1002","1003","1004","1005","1006","1007","1008","1009","1010","1011"],"answers":[],"salt":"salt"}',
  )
})

test('other text is not parsed as a content', () => {
  const text = writeContent(content('ä'))
  const others = [`${text} x`, `${text} `, text.replace('\\u00e4', 'ä'), text.replace('00e4', '00E4')]
  const parts = ['', '{', '[]', 'null', '"x"', '{"entry":1}', text.replace('"1011"', '"1011","1012"')]
  for (const other of [...parts, ...others, text.replace('"version":2', '"version":2,"more":3')]) {
    expect(readContent(other), other).toBeUndefined()
  }
})

test('no byte of a content can change without its leaf', () => {
  const text = writeContent(content('12'))
  const leaf = leafOf(content('12'), sha256)
  for (let index = 0; index < text.length; index += 1) {
    for (const char of ['0', 'x', '"', ' ']) {
      const changed = readContent(text.slice(0, index) + char + text.slice(index + 1))
      if (changed && text[index] !== char) expect(leafOf(changed, sha256), `${index} ${char}`).not.toBe(leaf)
    }
  }
})

test('a hash is shown as four words and eight digits', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
  const words = bytes.map((byte) => toSealWords(byte.repeat(32)).split(' ')[0] ?? '')
  expect(new Set(words.map((word) => word.slice(0, 3))).size).toBe(256)
  expect(words.every((word) => /^[a-z]{3,7}$/.test(word))).toBe(true)
  const [a, b, c, d] = [0, 1, 254, 255].map((byte) => words[byte])
  expect(toSealWords(`0001feff1a2b3c4d${'0'.repeat(48)}`)).toBe(`${a} ${b} ${c} ${d} 1a2b3c4d`)
})
