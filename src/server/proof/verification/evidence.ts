import type { Bundle } from '#contract/bundle-contract.ts'
import type { BoardRecord } from '#domain/history/board-history.ts'
import type { SealedContent } from '#domain/seal/sealed-entry.ts'
import { readContent } from '#domain/seal/sealed-entry.ts'
import { readHead, type SealedHead } from '#domain/seal/sealed-head.ts'
import type { ReadBundle } from './bundle-format-1.ts'

export type BundledEntry = Bundle['entries'][number] & { readonly parsed: SealedContent }

/** The material of the checks: the bundle, and the parsed texts in it. */
export type Evidence = {
  readonly bundle: ReadBundle
  /** The entries whose content can be read. */
  readonly entries: readonly BundledEntry[]
  /** The names of entries whose content cannot be read. */
  readonly unreadable: readonly string[]
  /** Undefined without a seal of format 2, and if it cannot be read. */
  readonly head: SealedHead | undefined
}

export function toEvidence(bundle: ReadBundle): Evidence {
  const read = bundle.entries.map((entry) => ({ ...entry, parsed: readContent(entry.content) }))
  return {
    bundle,
    entries: read.filter((entry): entry is BundledEntry => entry.parsed !== undefined),
    unreadable: read.filter(({ parsed }) => parsed === undefined).map(({ name }) => name),
    head: bundle.seal?.head == null ? undefined : readHead(bundle.seal.head),
  }
}

/** "Entry 7 of Bo" */
export function describeEntry({ id, name }: { id: number; name: string }): string {
  return `Entry ${id} of ${name}`
}

export function describeBundled({ name, parsed }: BundledEntry): string {
  return describeEntry({ id: parsed.entry, name })
}

/** The records of a bundle have been validated, but their schema cannot say how they belong together. */
export function listRecordsOf({ records }: ReadBundle): readonly BoardRecord[] {
  return records as readonly BoardRecord[]
}
