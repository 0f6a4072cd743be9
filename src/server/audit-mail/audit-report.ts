import { hasStarted, type Tournament } from '#domain/tournament.ts'
import type { AuditedEntry } from './audit-mail-store.ts'
import { deriveSalt, sha256Hex, writeContent } from './entry-digest.ts'

/** What an audit e-mail tells. */
export type AuditReport = {
  readonly tournament: Tournament
  /** ISO 8601, UTC. */
  readonly sentAt: string
  /** Has the tournament started, so that picks, answers and contents are told too? */
  readonly arePicksVisible: boolean
  readonly entries: readonly EntryWithDigest[]
}

export type EntryWithDigest = AuditedEntry & {
  /** What the digest is made of: as secret as the picks. */
  readonly content: string
  readonly digest: string
}

export function createAuditReport(
  tournament: Tournament,
  entries: readonly EntryWithDigest[],
  now: Date,
): AuditReport {
  return { tournament, sentAt: now.toISOString(), arePicksVisible: hasStarted(tournament, now), entries }
}

/** `key` makes the digest's salt. */
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
