import { hasStarted, type Tournament } from '#domain/tournament.ts'
import type { AuditedEntry } from './audit-mail-store.ts'
import { digestOf, saltOf, writeContent } from './entry-digest.ts'

/** What an audit e-mail tells. */
export type AuditReport = {
  readonly tournament: Tournament
  /** ISO 8601, UTC. */
  readonly sentAt: string
  /** Has the tournament started, so that picks, answers and contents are told too? */
  readonly isShown: boolean
  readonly entries: readonly DigestedEntry[]
}

export type DigestedEntry = AuditedEntry & {
  /** What the digest is made of: as secret as the picks. */
  readonly content: string
  readonly digest: string
}

export function makeAuditReport(
  tournament: Tournament,
  entries: readonly DigestedEntry[],
  now: Date,
): AuditReport {
  return { tournament, sentAt: now.toISOString(), isShown: hasStarted(tournament, now), entries }
}

/** `key` makes the digest's salt. */
export function toDigested(entry: AuditedEntry, key: string): DigestedEntry {
  const content = writeContent({
    entry: entry.id,
    version: entry.version,
    picks: entry.picks.map(({ espnId }) => espnId),
    answers: [...entry.answers],
    salt: saltOf(key, entry),
  })
  return { ...entry, content, digest: digestOf(content) }
}
