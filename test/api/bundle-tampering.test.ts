import { beforeAll, expect, it } from 'vitest'
import { BundleError, verifyBundle } from '#built/harness.mjs'
import type { Bundle } from '#contract/bundle-contract.ts'
import { listTamperings } from '../support/bundle-tamperings.ts'
import { makeEventfulBundle, writeBundle } from '../support/eventful-bundle.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

let honest: Bundle

beforeAll(async () => {
  honest = await makeEventfulBundle()
})

/** All that the verification says against a file. */
function listSentences(bytes: Uint8Array, words?: string): readonly string[] {
  try {
    const { problems, unverified } = verifyBundle(bytes, words)
    return [...problems, ...unverified]
  } catch (error) {
    if (error instanceof BundleError) return [error.message]
    throw error
  }
}

it('a bundle with removals, a merge, corrections, a reopening and a new key has no problems', () => {
  expect(listSentences(writeBundle(honest), honest.seal?.words)).toEqual([])
  const { notes } = verifyBundle(writeBundle(honest))
  expect(notes.slice(0, 3)).toEqual([
    expect.stringMatching(
      /^Entry 4 of The removed was sealed and does not count: withdrawn by The power at .*, “Not paid”\.$/,
    ),
    expect.stringMatching(/^Entry 6 of The twin was sealed and does not count: withdrawn by The admin at /),
    expect.stringMatching(/^Entry 5 of The restored was removed by The power at .*, and restored by The power at /),
  ])
})

it('each of at least 200 kinds of tampering is found and named', () => {
  const random = testRandom()
  const missed: string[] = []
  let kinds = new Set<string>()
  for (let round = 0; round < testRounds(1); round += 1) {
    const tamperings = listTamperings(honest, random)
    kinds = new Set(tamperings.map(({ kind }) => kind))
    expect(kinds.size, 'each kind is there once').toBe(tamperings.length)
    for (const { kind, named, make, hasWords = false } of tamperings) {
      const sentences = listSentences(make(), hasWords ? honest.seal?.words : undefined)
      const isNamed = (text: string) => (typeof named === 'string' ? text.includes(named) : named.test(text))
      if (!sentences.some(isNamed)) missed.push(`${kind}: ${sentences.slice(0, 3).join(' ') || 'nothing found'}`)
    }
  }
  expect(missed).toEqual([])
  expect(kinds.size).toBeGreaterThanOrEqual(200)
  console.info(`${kinds.size} kinds of tampering were found and named.`)
})
