import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { writeContent } from '#domain/seal/sealed-entry.ts'
import { hasStarted, type Player, type PoolSeal, type Tournament } from '#domain/tournament/tournament.ts'
import { toAddress } from '#server/delivery/mail/email-address.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import { toSealedContent } from '#server/pool/seal/sealed-content.ts'
import type { AuditedEntry } from './audit-mail-store.ts'

/** What was stored at one moment. `seal`: null before the start. */
type Snapshot = {
  readonly tournament: Tournament
  readonly now: Date
  readonly players: readonly Player[]
  readonly entries: readonly AuditedEntry[]
  readonly seal: PoolSeal | null
}

/** The content of an audit email. After the start, it contains picks, answers and contents. */
export type AuditReport = Awaited<ReturnType<typeof writeReport>>

export type ReportedEntry = AuditReport['entries'][number]

const batchSize = 500

/** `auditKey`: the key from which the digests' salts are derived. Yields to other requests. */
export async function writeReport({ tournament, now, players, entries, seal }: Snapshot, auditKey: string) {
  const espnIds = new Map(players.map(({ id, espnId }) => [id, espnId]))
  const names = new Map(players.map(({ id, name }) => [id, name]))
  const reported = []
  for (const batch of toBatches(entries, batchSize)) {
    for (const entry of batch) {
      // The text that the digest is computed from; as secret as the picks.
      const content = writeContent(toSealedContent(entry, espnIds, auditKey))
      const golfers = entry.selections.map(({ playerId }) => names.get(playerId) ?? '')
      reported.push({ ...entry, email: toAddress(entry.email), golfers, content, digest: sha256Hex(content) })
    }
    await yieldToEventLoop()
  }
  const arePicksVisible = hasStarted(tournament, now)
  return { tournament, sentAt: now.toISOString(), arePicksVisible, entries: reported, espnIds, seal }
}
