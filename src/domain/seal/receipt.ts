import { toAsciiBytes, toEscape } from '#domain/text/ascii-json.ts'
import type { Sha256 } from './merkle-tree.ts'
import { readContent, type SealedContent, writeContent } from './sealed-entry.ts'

/** The machine-readable part of a receipt: the sealed content of the entry, and the pool and tournament that it belongs to. */
export type ReceiptFacts = {
  /** The public URL of the pool. */
  readonly pool: string
  readonly tournament: number
  readonly content: SealedContent
}

/** `signature`: null in receipts of earlier versions, which have only a checksum that anybody can make. */
export type Receipt = ReceiptFacts & { readonly signature: ReceiptSignature | null }

/** The public key that a receipt names, its signature, and the bytes that are signed. */
export type ReceiptSignature = { readonly key: string; readonly value: string; readonly signed: Uint8Array }

/** The pool's key pair of now: `key` is the public half in base64url, `sign` an Ed25519 signature in base64url. */
export type ReceiptSigner = { readonly key: string; readonly sign: (bytes: Uint8Array) => string }

const title = 'Receipt of a saved entry'

/** 64 bytes in base64url; the last letter has only two of its six bits. */
const signaturePattern = /^[\w-]{85}[AQgw]$/

/**
 * The receipt of a saved entry: the same text in the email and on the card (docs/rules.md, 2.9). `words`: the same for people,
 * in lines. The last line is signed, with a digest of the text above (docs/proof.md, 5).
 */
export function writeReceipt(
  { pool, tournament, content }: ReceiptFacts,
  words: readonly string[],
  { sha256, key, sign }: ReceiptSigner & { sha256: Sha256 },
): string {
  const text = [title, ...words].join('\n')
  const { entry, version, picks, answers, salt } = content
  const facts = {
    receipt: 2,
    pool,
    tournament,
    entry,
    version,
    picks,
    answers,
    salt,
    text: digestOf(text, sha256),
    key,
  }
  const signed = escapeLine(JSON.stringify(facts)).slice(0, -1)
  return `${text}\n${signed},"signature":"${sign(toAsciiBytes(signed))}"}`
}

/** Reads a receipt with other text around it, quoted or wrapped by a mail program; or a sentence that says why it cannot. */
export function readReceipt(text: string, sha256: Sha256): Receipt | string {
  const all = unwrap(text)
  const start = all.indexOf(unwrap(title))
  if (start < 0) return 'There is no receipt in this text.'
  const end = all.indexOf('{"receipt":', start)
  const [line] = (end > 0 && /^.*?"(?:digest|signature)":"[\w-]*"\}/.exec(all.slice(end))) || []
  if (line === undefined) return 'This receipt is incomplete: its last line is missing.'
  const words = all.slice(start, end)
  return (
    readLine(line, words, sha256) ??
    'This receipt was changed after it was made: its text and its last line don’t fit together.'
  )
}

/** Undefined if the line and the words do not fit together. Says nothing about the signature. */
function readLine(line: string, words: string, sha256: Sha256): Receipt | undefined {
  try {
    const { receipt, pool, tournament, digest, text, key, signature, ...fields } = JSON.parse(line)
    const content = readContent(writeContent(fields))
    if (!content) return undefined
    const facts = { pool: String(pool), tournament: Number(tournament), content }
    if (receipt === 1)
      return digest === checksumOf(words, facts, sha256).slice(0, 16) ? { ...facts, signature: null } : undefined
    if (receipt !== 2 || text !== digestOf(words, sha256) || typeof key !== 'string') return undefined
    if (!signaturePattern.test(signature)) return undefined
    const signed = line.slice(0, line.lastIndexOf(',"signature":'))
    return { ...facts, signature: { key, value: signature, signed: toAsciiBytes(signed) } }
  } catch {
    return undefined
  }
}

/** The digest of the words of a receipt, without what mail programs change. */
function digestOf(words: string, sha256: Sha256): string {
  return sha256(toAsciiBytes(escapeLine(unwrap(words))))
}

/** The checksum of receipts that were made before receipts were signed. */
function checksumOf(words: string, { pool, tournament, content }: ReceiptFacts, sha256: Sha256): string {
  return sha256(toAsciiBytes(escapeLine([words, pool, tournament, writeContent(content)].join())))
}

/** Escapes a line to ASCII without spaces, so that mail programs may wrap it anywhere. */
function escapeLine(text: string): string {
  return text.replace(/[^!-=?-~]/g, toEscape)
}

/** Removes the line breaks and quotation marks that mail programs add. */
function unwrap(text: string): string {
  return text.normalize('NFC').replace(/[\s>]+/g, '')
}
