import { createHmac } from 'node:crypto'
import type { SealedContent } from '#domain/seal/sealed-entry.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import type { Db } from '#server/platform/db/database.ts'
import { getOrCreateSecret, randomKey } from '#server/platform/db/stored-secret.ts'

/** The key from which the salts are derived. It never changes, so that receipts and seals stay comparable. */
export function loadAuditKey(db: Db, now: Date): Promise<string> {
  return getOrCreateSecret(db, 'audit-key', now, randomKey)
}

/** A separate salt for each saved version, so that the salt of the last version reveals nothing about earlier ones. */
export function deriveSalt(key: string, { id, version }: { id: number; version: number }): string {
  return createHmac('sha256', key).update(`${id} ${version}`).digest('base64url')
}

/** The content of an entry in receipt, seal and bundle. `espnIds`: the feed’s ids by golfer id. */
export function toSealedContent(entry: Entry, espnIds: ReadonlyMap<number, string>, auditKey: string): SealedContent {
  const { id, version, selections, tiebreakers: answers } = entry
  const picks = selections.map(({ playerId }) => espnIds.get(playerId) ?? '')
  return { entry: id, version, picks, answers, salt: deriveSalt(auditKey, entry) }
}
