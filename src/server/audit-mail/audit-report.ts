import { writeContent } from '#domain/seal/sealed-entry.ts'
import type { PoolSeal, Tournament } from '#domain/tournament/tournament.ts'
import { deriveSalt } from '../seal/entry-salt.ts'
import { sha256Hex } from '../sha256.ts'
import type { AuditedEntry } from './audit-mail-store.ts'

/** The content of an audit email. */
export type AuditReport = {
  readonly tournament: Tournament
  /** ISO 8601, UTC. */
  readonly sentAt: string
  /** After the start, the report contains picks, answers and contents. */
  readonly arePicksVisible: boolean
  readonly entries: readonly EntryWithDigest[]
  /** Null before the start. */
  readonly seal: PoolSeal | null
}

export type EntryWithDigest = AuditedEntry & {
  /** The text that the digest is computed from; as secret as the picks. */
  readonly content: string
  readonly digest: string
}

/** `key`: the audit key, from which the salts are derived. */
export function withDigest(entry: AuditedEntry, key: string): EntryWithDigest {
  const content = writeContent({
    entry: entry.id,
    version: entry.version,
    picks: entry.picks.map(({ espnId }) => espnId),
    answers: [...entry.answers],
    salt: deriveSalt(key, entry),
  })
  return { ...entry, content, digest: sha256Hex(content) }
}
