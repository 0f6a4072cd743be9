import { createHmac } from 'node:crypto'
import * as z from 'zod'

/** The content of an entry that its digest covers. */
const content = z.strictObject({
  /** The entry record's id. */
  entry: z.int(),
  /** The version of the record, which counts its saves. */
  version: z.int(),
  /** Twelve athlete ids: tiers A to D of entry 1, then entry 2, then entry 3. */
  picks: z.array(z.string()),
  answers: z.array(z.string()),
  /** Unguessable before the start: without it, anyone could find the picks by trying all combinations. */
  salt: z.string(),
})

export type DigestedContent = z.infer<typeof content>

/**
 * The canonical text of a content: JSON on one line, in ASCII, without single quotes. It can be quoted on a command line,
 * and no spreadsheet or mail client changes its bytes.
 */
export function writeContent({ entry, version, picks, answers, salt }: DigestedContent): string {
  return JSON.stringify({ entry, version, picks, answers, salt }).replace(
    /[^\x20-\x26\x28-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Parses the canonical text; undefined for any other text. */
export function readContent(text: string): DigestedContent | undefined {
  try {
    return content.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** A separate salt for each saved version, so that the salt of the last version reveals nothing about earlier ones. */
export function deriveSalt(key: string, { id, version }: { id: number; version: number }): string {
  return createHmac('sha256', key).update(`${id} ${version}`).digest('base64url')
}
