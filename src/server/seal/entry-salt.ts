import { createHmac } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { getOrCreateSecret, randomKey } from '../db/stored-secret.ts'

/** The key from which the salts are derived. It never changes, so that receipts, audit emails and seals stay comparable. */
export function loadAuditKey(db: Db, now: Date): Promise<string> {
  return getOrCreateSecret(db, 'audit-key', now, randomKey)
}

/** A separate salt for each saved version, so that the salt of the last version reveals nothing about earlier ones. */
export function deriveSalt(key: string, { id, version }: { id: number; version: number }): string {
  return createHmac('sha256', key).update(`${id} ${version}`).digest('base64url')
}
