import { picksPerEntryRecord } from '../tournament/tournament.ts'
import type { Sha256 } from './merkle-tree.ts'

/** The content of an entry, as its owner’s receipt and the seal of the pool have it. */
export type SealedContent = {
  /** The entry record's id. */
  readonly entry: number
  /** The version of the record, which counts its saves. */
  readonly version: number
  /** Twelve athlete ids: tiers A to D of entry 1, then entry 2, then entry 3. */
  readonly picks: readonly string[]
  readonly answers: readonly string[]
  /** Unguessable before the start: without it, anyone could find the picks by trying all combinations. */
  readonly salt: string
}

/**
 * The canonical text of a content: JSON on one line, in ASCII, without single quotes. It can be quoted on a command line,
 * and no spreadsheet or mail client changes its bytes.
 */
export function writeContent({ entry, version, picks, answers, salt }: SealedContent): string {
  return JSON.stringify({ entry, version, picks, answers, salt }).replace(
    /[^\x20-\x26\x28-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Parses a canonical text; undefined for any other text, also one that says the same in other letters. */
export function readContent(text: string): SealedContent | undefined {
  try {
    const content: unknown = JSON.parse(text)
    return isContent(content) && writeContent(content) === text ? content : undefined
  } catch {
    return undefined
  }
}

/** The leaf of an entry in the Merkle tree of the pool: RFC 9162, 2.1.1 over the canonical text. */
export function leafOf(content: SealedContent, sha256: Sha256): string {
  const text = writeContent(content)
  const bytes = new Uint8Array(1 + text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index + 1] = text.charCodeAt(index)
  return sha256(bytes)
}

function isContent(value: unknown): value is SealedContent {
  const { entry, version, picks, answers, salt } = Object(value) as Partial<Record<keyof SealedContent, unknown>>
  const isPicked = isTexts(picks) && picks.length === picksPerEntryRecord
  return Number.isSafeInteger(entry) && Number.isSafeInteger(version) && isPicked && isTexts(answers) && isText(salt)
}

const isText = (value: unknown) => typeof value === 'string'

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
