import { beforeEach, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import type { ReceiptKey } from '#contract/seal-contract.ts'
import { growTree, type MerkleTree, proofOf, rootOf } from '#domain/seal/merkle-tree.ts'
import { writeReceipt } from '#domain/seal/receipt.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { createReceiptSigner } from '#test/support/receipt-signer.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { checkReceipt } from './receipt-check.ts'

const signer = createReceiptSigner()
const { sha256 } = signer
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
let keys: ReceiptKey[]

beforeEach(() => {
  tree = grow(contents.map((content) => leafOf(content, sha256)))
  const root = rootOf(tree[0] ?? [], sha256)
  keys = [signer.publicKey]
  const seal = {
    format: 1 as const,
    root,
    words: toSealWords(root),
    size: tree[0]?.length ?? 0,
    sealedAt: '2026-04-09T11:00:00.000Z',
  }
  const entries = contents.map(
    ({ entry: id, version }) => ({ id, version }) as TournamentWithEntries['entries'][number],
  )
  tournament = buildTournament({ id: 7, entries, seal })
  answer = () => ({ ...proofOf(tree, 1), seal })
})

function grow(leaves: readonly string[]): MerkleTree {
  const growing = growTree(leaves, sha256)
  for (;;) {
    const { done, value } = growing.next()
    if (done) return value
  }
}

type Changes = { pool?: string; tournament?: number; version?: number; by?: typeof signer }

function receiptOf(changes: Changes = {}): string {
  const { pool = origin, tournament = 7, version = 3, by = signer } = changes
  const [, content] = contents
  if (!content) throw new Error('There is no second entry.')
  return writeReceipt({ pool, tournament, content: { ...content, version } }, ['Größe: ja', 'Entry 1: …'], by)
}

const check = (given: string | File) => {
  const get = async (path: string) => (path === api.receiptKeys() ? { keys } : answer())
  const client = { get } as Parameters<typeof checkReceipt>[2]['client']
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
  expect(result.steps).toHaveLength(5)
  expect(result.steps[1]).toContain(`This pool has signed it, with its key of`)
  expect(result.steps[1]).toContain(signer.key)
  expect(result.steps[3]).toBe('The pool has locked the same as entry 2 of 5.')
  expect(result.steps[4]).toContain(tournament.seal?.words)
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
  const proof = { ...proofOf(tree, 1), seal: tournament.seal }
  answer = () => ({ ...proof, path: proof.path?.toReversed() })
  expect((await check(receiptOf())).verdict).toMatch(/^The pool’s proof does not lead to its seal/)
  answer = () => ({ ...proof, leaf: tree[0]?.[0] })
  expect((await check(receiptOf())).verdict).toMatch(
    /^This receipt is not what was locked, although both .* The pool’s signature shows that it was saved: keep it/,
  )
})

it('finds a receipt that somebody else made, whatever it says', async () => {
  const other = createReceiptSigner()
  const verdict = async (text: string) => (await check(text)).verdict
  expect(await verdict(receiptOf({ by: other }))).toMatch(/^This pool has not made this receipt/)
  // With the pool's key, but another one's signature.
  const forged = receiptOf({ by: { ...other, key: signer.key } })
  expect(await verdict(forged)).toMatch(/^This receipt was changed after it was made, or somebody else made it/)
  expect(await verdict(receiptOf().replace(/"signature":"[\w-]{10}/, '"signature":"'))).toMatch(
    /^This receipt was changed/,
  )
  const changed = receiptOf().replace('"salt-1"', '"salt-2"')
  expect(await verdict(changed)).toMatch(/^This receipt was changed/)
})

it('says that a signature with a revoked key, or none, does not show who made the receipt', async () => {
  const revoked = { ...signer.publicKey, revokedAt: '2026-04-10T00:00:00.000Z' }
  keys = [createReceiptSigner().publicKey, revoked]
  const { steps, isProven } = await check(receiptOf())
  expect(isProven).toBe(true)
  expect(steps[1]).toMatch(/^It is signed with a key of this pool that was revoked/)
  answer = () => ({ ...proofOf(tree, 0), seal: tournament.seal })
  expect((await check(receiptOf())).verdict).toMatch(
    /Without a valid signature, it does not show that the pool made it\.$/,
  )
})

it('of a later version than the locked one shows that the pool has lost a save', async () => {
  answer = () => ({ ...proofOf(tree, 0), seal: tournament.seal })
  expect((await check(receiptOf({ version: 4 }))).verdict).toMatch(
    /^This receipt is of version 4, but the earlier version 3 was locked\. The pool’s signature shows/,
  )
})

it('counts entries without the first leaf in a seal of format 2', async () => {
  const seal = tournament.seal && { ...tournament.seal, format: 2 as const, size: 4 }
  answer = () => ({ ...proofOf(tree, 1), seal })
  expect((await check(receiptOf())).steps[3]).toBe('The pool has locked the same as entry 1 of 4.')
})

it('refuses a large file before it is read, and a large text; what looks like many receipts does not take long', async () => {
  const large = { size: 100_000_000, text: () => expect.fail('It was read.') }
  const verdict = { isProven: false, verdict: 'This is too large to be a receipt.', steps: [] }
  expect(await check(large as unknown as File)).toEqual(verdict)
  expect(await check('x'.repeat(1_000_001))).toEqual(verdict)
  const many = `Receipt of a saved entry${'{"receipt":1,'.repeat(70_000)}`
  expect((await check(many)).verdict).toBe('This receipt is incomplete: its last line is missing.')
})
