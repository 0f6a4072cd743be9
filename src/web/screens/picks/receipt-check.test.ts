import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { growTree, type MerkleTree, proofOf, rootOf } from '#domain/seal/merkle-tree.ts'
import { writeReceipt } from '#domain/seal/receipt.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { checkReceipt } from './receipt-check.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const origin = 'https://pool.example'
const contents = Array.from({ length: 5 }, (_, index) => ({
  entry: index + 1,
  version: 3,
  picks: Array.from({ length: 12 }, (_, pick) => String(1000 + pick)),
  answers: ['-17', 'sechzig – ungefähr'],
  salt: `salt-${index}`,
}))
let tree: MerkleTree
let tournament: TournamentWithEntries
let answer: () => unknown

beforeEach(() => {
  tree = grow(contents.map((content) => leafOf(content, sha256)))
  const root = rootOf(tree[0] ?? [], sha256)
  const seal = { root, words: toSealWords(root), size: tree[0]?.length ?? 0, sealedAt: '2026-04-09T11:00:00.000Z' }
  const entries = contents.map(
    ({ entry: id, version }) => ({ id, version }) as TournamentWithEntries['entries'][number],
  )
  tournament = buildTournament({ id: 7, entries, seal })
  answer = () => proofOf(tree, 1)
})

function grow(leaves: readonly string[]): MerkleTree {
  const growing = growTree(leaves, sha256)
  for (;;) {
    const { done, value } = growing.next()
    if (done) return value
  }
}

function receiptOf(changes: { pool?: string; tournament?: number; version?: number } = {}): string {
  const { pool = origin, tournament = 7, version = 3 } = changes
  const [, content] = contents
  if (!content) throw new Error('There is no second entry.')
  return writeReceipt({ pool, tournament, content: { ...content, version } }, ['Größe: ja', 'Entry 1: …'], sha256)
}

const check = (given: string | File) => {
  const client = { get: async () => answer() } as Parameters<typeof checkReceipt>[2]['client']
  return checkReceipt(given, tournament, { client, origin })
}

function toEmail(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
  const whole = bytes.join('').match(/(?:=[\dA-F]{2}){1,25}/g)
  return `Subject: Hi\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${whole?.join('=\r\n')}\r\n--end`
}

it('proves a receipt by its text, its file and the source of its email, in steps', async () => {
  const result = await check(receiptOf())
  expect(result).toMatchObject({ isProven: true, verdict: 'This receipt is what was locked.' })
  expect(result.steps).toHaveLength(4)
  expect(result.steps[3]).toContain(tournament.seal?.words)
  expect(await check(new File([receiptOf()], 'receipt.txt'))).toEqual(result)
  const words = `Hello,\r\n${receiptOf()}\r\nBye`
  expect(await check(toEmail(words))).toEqual(result)
  const base64 = Buffer.from(words).toString('base64').replace(/.{76}/g, '$&\r\n')
  const header = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\nX-More: 1'
  expect(await check(`${header}\r\n\r\n${base64}\r\n--end\r\n${header}\r\n\r\n=`)).toEqual(result)
})

it('says of every other receipt what is wrong with it', async () => {
  const verdict = async (given: string | File) => {
    const { isProven, verdict } = await check(given)
    expect(isProven).toBe(false)
    return verdict
  }
  expect(await verdict('nothing')).toBe('There is no receipt in this text.')
  expect(await verdict(receiptOf().replace('"-17"', '"-18"'))).toMatch(/^This receipt was changed/)
  expect(await verdict(receiptOf({ pool: 'https://other.example' }))).toMatch(/^This receipt is from another pool/)
  expect(await verdict(receiptOf({ tournament: 8 }))).toMatch(/^This receipt is for another tournament/)
  expect(await verdict(receiptOf({ version: 2 }))).toMatch(/version 2, but version 3 was locked/)
  answer = () => {
    throw new ApiProblem('not-found')
  }
  expect(await verdict(receiptOf())).toMatch(/^This entry is not under the seal/)
})

it('finds a proof that does not fit, or an entry that was changed after the lock', async () => {
  const proof = proofOf(tree, 1)
  answer = () => ({ ...proof, path: proof?.path.toReversed() })
  expect((await check(receiptOf())).verdict).toMatch(/^The pool’s proof does not lead to its seal/)
  answer = () => ({ ...proof, leaf: tree[0]?.[0] })
  expect((await check(receiptOf())).verdict).toMatch(/^This receipt is not what was locked, although/)
})

it('refuses a large file before it is read, and a large text; what looks like many receipts does not take long', async () => {
  const large = { size: 100_000_000, text: () => expect.fail('It was read.') }
  const verdict = { isProven: false, verdict: 'This is too large to be a receipt.', steps: [] }
  expect(await check(large as unknown as File)).toEqual(verdict)
  expect(await check('x'.repeat(1_000_001))).toEqual(verdict)
  const many = `Receipt of a saved entry${'{"receipt":1,'.repeat(70_000)}`
  expect((await check(many)).verdict).toBe('This receipt is incomplete: its last line is missing.')
})
