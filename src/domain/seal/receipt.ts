import type { Sha256 } from './merkle-tree.ts'
import { readContent, type SealedContent, writeContent } from './sealed-entry.ts'

/** What a machine reads in a receipt: all that the seal of the entry is made from, and where it belongs. */
export type ReceiptFacts = {
  /** The public URL of the pool. */
  readonly pool: string
  readonly tournament: number
  readonly content: SealedContent
}

const title = 'Receipt of a saved entry'

/** The receipt of a saved entry: the same text in the email and on the card (docs/rules.md, 2.9). `words`: the same for people, in lines. */
export function writeReceipt(facts: ReceiptFacts, words: readonly string[], sha256: Sha256): string {
  const { content, ...place } = facts
  const text = [title, ...words].join('\n')
  const line = { receipt: 1, ...place, ...content, digest: toDigest(text, facts, sha256) }
  return `${text}\n${escapeLine(JSON.stringify(line))}`
}

/** Reads a receipt with other text around it, quoted or wrapped by a mail program; or a sentence that says why it cannot. */
export function readReceipt(text: string, sha256: Sha256): ReceiptFacts | string {
  const all = unwrap(text)
  const start = all.indexOf(unwrap(title))
  if (start < 0) return 'There is no receipt in this text.'
  const end = all.indexOf('{"receipt":1,', start)
  const [line] = (end > 0 && /^.*?"digest":"\w*"\}/.exec(all.slice(end))) || []
  if (line === undefined) return 'This receipt is incomplete: its last line is missing.'
  const facts = readLine(line)
  return facts === undefined || facts.digest !== toDigest(all.slice(start, end), facts, sha256)
    ? 'This receipt was changed after it was made: its text and its last line don’t fit together.'
    : facts
}

function readLine(line: string): (ReceiptFacts & { digest: unknown }) | undefined {
  try {
    const { pool, tournament, digest, ...fields } = JSON.parse(line)
    const content = readContent(writeContent(fields))
    return content && { pool: String(pool), tournament: Number(tournament), content, digest }
  } catch {
    return undefined
  }
}

/** Recognises a changed letter. It proves nothing: that does the seal. */
function toDigest(words: string, { pool, tournament, content }: ReceiptFacts, sha256: Sha256): string {
  const text = escapeLine([unwrap(words), pool, tournament, writeContent(content)].join())
  return sha256(Uint8Array.from(text, (char) => char.charCodeAt(0))).slice(0, 16)
}

/** In ASCII without spaces, so that mail programs may wrap it anywhere. */
function escapeLine(text: string): string {
  return text.replace(/[^!-=?-~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Without what mail programs add: line breaks and quotation marks. */
function unwrap(text: string): string {
  return text.normalize('NFC').replace(/[\s>]+/g, '')
}
