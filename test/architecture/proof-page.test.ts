import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyBundle } from '#built/harness.mjs'
import { drawHat } from '#domain/seal/hat.ts'
import { presetTables } from '#domain/season/season-points.ts'

/**
 * A verifier written from docs/proof.md alone, which shares no code with the product: the page suffices, and its example is
 * right. Section numbers are those of the page.
 */
const page = readFileSync('docs/proof.md', 'utf8')

function block(name: string): string[] {
  const [, text] = new RegExp(`\n\`\`\`${name}\n(.*?)\n\`\`\`\n`, 's').exec(page) ?? []
  if (text === undefined) throw new Error(`The page has no block ${name}.`)
  return text.split('\n')
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** 1: JSON in ASCII. `plain`: what is not escaped. */
function toAscii(text: string, isPlain: (code: number) => boolean): string {
  let escaped = ''
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    escaped += isPlain(code) ? text.charAt(index) : `\\u${code.toString(16).padStart(4, '0')}`
  }
  return escaped
}

const isCanonicalCharacter = (code: number) => code >= 0x20 && code <= 0x7e && code !== 0x27
const toCanonical = (value: unknown) => toAscii(JSON.stringify(value), isCanonicalCharacter)

/** 2 and 3. */
const toLeaf = (text: string) => sha256(Buffer.concat([Buffer.of(0), Buffer.from(text, 'ascii')]))

function toRoot(leaves: readonly string[]): string {
  if (leaves.length === 1) return leaves[0] ?? ''
  let size = 1
  while (size * 2 < leaves.length) size *= 2
  const halves = [leaves.slice(0, size), leaves.slice(size)].map((half) => Buffer.from(toRoot(half), 'hex'))
  return sha256(Buffer.concat([Buffer.of(1), ...halves]))
}

/** 4. */
function toWords(hash: string): string {
  const words = block('words').join(' ').split(' ')
  expect(words).toHaveLength(256)
  const bytes = Buffer.from(hash, 'hex')
  return [...[0, 1, 2, 3].map((index) => words[bytes[index] ?? 0]), bytes.subarray(4, 8).toString('hex')].join(' ')
}

// biome-ignore lint/suspicious/noExplicitAny: the example is read without the product's types.
type Json = any

function sortFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortFields)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sortFields(value[name])]),
  )
}

const toText = (score: number) => (score === 0 ? 'E' : score > 0 ? `+${score}` : String(score))

/** 6: the version after a record. */
function replay(previous: Json, record: Json): Json {
  if (!Array.isArray(record)) return record.board
  const [head, scores, values, order] = record
  const rows = structuredClone(previous.golfersScores)
  const number = (text: string) => (text === '--' || text === 'E' ? 0 : Number(text))
  const round = `round${Math.min(4, Math.max(1, previous.currentRound))}Score`
  for (const [at, toPar, strokes, thru] of scores) {
    const row = rows[at]
    row.relativeScore += toPar
    row.total += strokes
    Object.assign(row, { thru, teeTime: null, toPar: toText(row.relativeScore), totalScore: String(row.total) })
    row.currentRoundScore = toText(number(row.currentRoundScore) + toPar)
    row[round] = String(number(row[round]) + strokes)
  }
  if (scores.length > 0) renumber(rows, previous.currentRound)
  for (const [at, changed] of values) Object.assign(rows[at], changed)
  for (const [at, index] of order) rows[at].index = index
  const last = Number.POSITIVE_INFINITY
  rows.sort((a: Json, b: Json) => (a.index < 0 ? last : a.index) - (b.index < 0 ? last : b.index) || 0)
  return { ...previous, version: previous.version + 1, ...head, golfersScores: rows }
}

function renumber(rows: Json[], currentRound: number): void {
  const placed = rows.filter(({ isDNF, total }) => !isDNF && total > 0)
  const toPlace = ({ isDNF, position }: Json) => (isDNF ? 2000 : Number(position.replace('T', '')) || 1000)
  for (const row of rows.filter(({ isDNF }) => !isDNF)) {
    if (!placed.includes(row)) continue
    const better = placed.filter(({ relativeScore }) => relativeScore < row.relativeScore).length
    const isShared = placed.filter(({ relativeScore }) => relativeScore === row.relativeScore).length > 1
    const position = `${isShared ? 'T' : ''}${better + 1}`
    if (position === row.position) continue
    const gained = toPlace(row) - toPlace({ isDNF: false, position })
    const before = (Number(row.movement.text) || 0) * (row.movement.class === 'negative' ? -1 : 1)
    const climbed = before + gained
    if (currentRound > 1 && row.position !== '--')
      row.movement =
        climbed === 0
          ? { text: '-', class: 'none' }
          : { text: String(Math.abs(climbed)), class: climbed > 0 ? 'positive' : 'negative' }
    row.position = position
  }
  const listed = rows.filter(({ index }) => index >= 0)
  for (const [index, row] of listed.toSorted((a, b) => toPlace(a) - toPlace(b)).entries()) row.index = index
}

const missing = { isDNF: true, relativeScore: 0, total: 0 }

/** 6: place, to par and strokes of each entry of a bundle. */
function toResults({ entries, scores, players }: Json): Json[] {
  const rows = new Map(scores.golfersScores.map((row: Json) => [row.espnId, row]))
  const tiers = new Map(players.map(({ espnId, tier }: Json) => [espnId, tier]))
  const lines = entries.map(({ content }: Json) => {
    const { picks } = JSON.parse(content)
    return [0, 4, 8].map((from) => {
      const four: Json[] = picks.slice(from, from + 4).map((espnId: string) => rows.get(espnId) ?? missing)
      if (four.filter(({ isDNF }) => isDNF).length > 1) return null
      const isWorse = (a: Json, b: Json) =>
        b.isDNF - a.isDNF ||
        b.relativeScore - a.relativeScore ||
        b.total - a.total ||
        Number(tiers.get(b.espnId)) - Number(tiers.get(a.espnId))
      const counting = four.toSorted(isWorse).slice(1)
      const add = (field: string) => counting.reduce((sum, row) => sum + row[field], 0)
      return { score: add('relativeScore'), strokes: add('total') }
    })
  })
  const scored: Json[] = lines.flat().filter((line: Json) => line !== null)
  return lines.map((three: Json[]) =>
    three.map((line) =>
      line === null
        ? [null, null, null]
        : [1 + scored.filter(({ score }) => score < line.score).length, line.score, line.strokes],
    ),
  )
}

const [head = '', headLeaf] = block('head')
const [first = '', firstLeaf, second = '', secondLeaf] = block('entries')
const [root = '', words] = block('seal')
const [file = ''] = block('bundle')
const bundle: Json = JSON.parse(file)

test('head and contents are canonical, and have their leaves', () => {
  for (const text of [head, first, second]) {
    expect(toCanonical(JSON.parse(text))).toBe(text)
  }
  expect(head + first).toMatch(/\\u00c5.*\\u2019/)
  expect([toLeaf(head), toLeaf(first), toLeaf(second)]).toEqual([headLeaf, firstLeaf, secondLeaf])
})

test('the seal is the root over the head and the entries, and has its words', () => {
  expect(toRoot([head, first, second].map(toLeaf))).toBe(root)
  expect(toWords(root)).toBe(words)
  expect(bundle.seal).toMatchObject({ root, words, head, size: 2 })
})

/** 3: the index in a tier of n golfers. */
function drawIndex(tier: string, n: number): number {
  for (let draw = 0; ; draw += 1) {
    const x = Number.parseInt(sha256(`Player Pool Hat, ${root}, ${tier}, ${draw}`).slice(0, 8), 16)
    if (x < 2 ** 32 - (2 ** 32 % n)) return x % n
  }
}

test('the Hat follows from the root and the tiers of the head, in the page and in the product', () => {
  const { tiers }: { tiers: [espnId: string, name: string][][] } = JSON.parse(head)
  const larger = [7, 10, 40, 300].map((size) => Array.from({ length: size }, (_, index) => [String(index)]))
  const toText = (drawn: readonly (readonly string[] | undefined)[]) => drawn.map((golfer) => golfer?.[0]).join(' ')
  for (const [index, lists] of [tiers, larger].entries()) {
    const drawn = lists.map((list, tier) => list[drawIndex('ABCD'.charAt(tier), list.length)])
    expect(toText(drawn)).toBe(block('hat')[index])
    expect(drawHat<readonly string[]>(root, lists, (bytes) => sha256(Buffer.from(bytes)))).toEqual(drawn)
  }
})

test('the receipt is signed by the key that the seal covers, over its text and its content', () => {
  const receipt = block('receipt').join('\n')
  const reduced = receipt.normalize('NFC').replace(/[\s>]/g, '')
  const from = reduced.indexOf('{"receipt":')
  const line = reduced.slice(from)
  const { receipt: format, key, signature, text, entry, version, picks, answers, salt } = JSON.parse(line)
  expect(format).toBe(2)
  const isPlain = (code: number) => code >= 0x21 && code <= 0x7e && code !== 0x3e
  expect(sha256(toAscii(reduced.slice(0, from), isPlain))).toBe(text)
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  const signed = line.slice(0, line.indexOf(',"signature":'))
  const isSigned = (what: string) => verify(null, Buffer.from(what), publicKey, Buffer.from(signature, 'base64url'))
  expect([isSigned(signed), isSigned(signed.replace('"version":2', '"version":3'))]).toEqual([true, false])
  expect(toCanonical({ entry, version, picks, answers, salt })).toBe(first)
  expect(JSON.parse(head).receiptKeys).toEqual([key])
})

test('the bundle has its digest, its entries and what the head says', () => {
  expect(sha256(file.slice(0, file.indexOf(',"digest":')))).toBe(bundle.digest)
  expect(JSON.stringify(bundle)).toBe(file)
  expect(bundle.entries.map(({ content, leaf }: Json) => [content, leaf])).toEqual([
    [first, firstLeaf],
    [second, secondLeaf],
  ])
  const { id: tournament, name, start, questions } = bundle.tournament
  const tiers = [0, 1, 2, 3].map((tier) =>
    bundle.players.filter((player: Json) => player.tier === tier).map((player: Json) => [player.espnId, player.name]),
  )
  expect(JSON.parse(head)).toMatchObject({ tournament, name, start, questions, tiers, sealedAt: bundle.seal.sealedAt })
})

test('the records lead from the version at the lock to the scores, and the scores to the results', () => {
  const versions: Json[] = []
  for (const record of bundle.records) versions.push(replay(versions.at(-1), record))
  const sealed = JSON.parse(head).scores
  const atLock = versions.find(({ version }) => version === sealed.version)
  expect(sha256(toCanonical(sortFields(atLock)))).toBe(sealed.digest)
  expect(versions.map(({ version }) => version)).toEqual([1, 2, 3])
  expect(JSON.stringify(versions.at(-1))).toBe(JSON.stringify(bundle.scores))
  expect(bundle.entries.map(({ results }: Json) => results)).toEqual(toResults(bundle))
  expect(bundle.entries[0].results).not.toEqual(bundle.entries[1].results)
})

test('the product finds nothing wrong with the example, and the points are those of the product', () => {
  expect(verifyBundle(new TextEncoder().encode(file), words)).toMatchObject({ problems: [], unverified: [] })
  expect(block('points').join(' ').split(' ').map(Number)).toEqual(presetTables.tour)
})
