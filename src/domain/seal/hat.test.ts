import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawHat } from './hat.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const decoder = new TextDecoder()

test('a number that would favour the first golfers is drawn again, in each tier by itself', () => {
  const asked: string[] = []
  // 2 ** 32 is 1 more than a multiple of 3 and of 5, and a multiple of 2.
  const hashes = ['ffffffff', 'ffffffff', '00000004', 'ffffffff', 'fffffffe', '00000007']
  const drawn = drawHat<string | string[]>(
    'root',
    [['a', 'b', 'c'], ['d', ['e', 'E']], ['f', 'g', 'h', 'i', 'j'], ['k']],
    (bytes) => {
      asked.push(decoder.decode(bytes))
      return (hashes[asked.length - 1] ?? '').padEnd(64, '9')
    },
  )
  const texts = ['A, 0', 'A, 1', 'A, 2', 'B, 0', 'C, 0', 'D, 0'].map((end) => `Player Pool Hat, root, ${end}`)
  expect(asked).toEqual(texts)
  expect(drawn).toEqual(['b', ['e', 'E'], 'j', 'k'])
})

test('every golfer of a tier is drawn about equally often, whoever is drawn in the others', () => {
  const tiers = [[0, 1, 2], [0, 1, 2, 3], [0], [0, 1, 2]]
  const counts = new Map<string, number>()
  for (let root = 0; root < 36_000; root += 1) {
    const key = drawHat(String(root), tiers, sha256).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect(counts.size).toBe(36)
  // Six standard deviations of 31.
  for (const [drawn, count] of counts) expect(Math.abs(count - 1000), drawn).toBeLessThan(190)
})
