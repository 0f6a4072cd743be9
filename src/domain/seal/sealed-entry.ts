import { toAsciiBytes, toAsciiJson } from '#domain/text/ascii-json.ts'
import { picksPerEntryRecord } from '#domain/tournament/tournament.ts'
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

/** The canonical text of a content (docs/proof.md, 2). */
export function writeContent({ entry, version, picks, answers, salt }: SealedContent): string {
  return toAsciiJson({ entry, version, picks, answers, salt })
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
  return leafOfText(writeContent(content), sha256)
}

/** The leaf of a canonical text. */
export function leafOfText(text: string, sha256: Sha256): string {
  return sha256(toAsciiBytes(text, 0))
}

function isContent(value: unknown): value is SealedContent {
  const { entry, version, picks, answers, salt } = Object(value) as Partial<Record<keyof SealedContent, unknown>>
  const isPicked = isTexts(picks) && picks.length === picksPerEntryRecord
  return Number.isSafeInteger(entry) && Number.isSafeInteger(version) && isPicked && isTexts(answers) && isText(salt)
}

const isText = (value: unknown) => typeof value === 'string'

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
