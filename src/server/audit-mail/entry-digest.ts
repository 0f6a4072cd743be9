import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'

/** What the digest of an entry stands for. */
const content = z.strictObject({
  /** The entry record's id. */
  entry: z.int(),
  /** Counts the saves of the record. */
  version: z.int(),
  /** Twelve athlete ids: entry 1's tiers A to D, then entry 2's, then entry 3's. */
  picks: z.array(z.string()),
  answers: z.array(z.string()),
  /** Not to be guessed before the start: without it few picks would be found by trying them all. */
  salt: z.string(),
})

export type DigestedContent = z.infer<typeof content>

/**
 * The one text of a content: JSON on one line, in plain ASCII and without a single quote, so that it can stand in
 * single quotes on a command line and no spreadsheet or mail program turns it into other bytes.
 */
export function writeContent({ entry, version, picks, answers, salt }: DigestedContent): string {
  return JSON.stringify({ entry, version, picks, answers, salt }).replace(
    /[^\x20-\x26\x28-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** What `writeContent` wrote; undefined for any other text. */
export function readContent(text: string): DigestedContent | undefined {
  try {
    return content.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** SHA-256 in hexadecimal digits, as `sha256sum` prints it. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Its own for each saved version: to show that of the last one tells nothing of those before. */
export function deriveSalt(key: string, { id, version }: { id: number; version: number }): string {
  return createHmac('sha256', key).update(`${id} ${version}`).digest('base64url')
}
