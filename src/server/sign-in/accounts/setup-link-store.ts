import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { hasRow } from '#server/platform/db/row-count.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'

export const setupLinkMinutes = 30

/** Adds a code for the page that creates the first admin. Other codes stay valid: every process prints its own. */
export async function addSetupCode(db: Db, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + setupLinkMinutes * 60_000).toISOString()
  await db.deleteFrom('setup_links').where('expires_at', '<=', now.toISOString()).execute()
  await db
    .insertInto('setup_links')
    .values({ digest: sha256(code), expires_at: expiresAt })
    .execute()
  return code
}

export function isSetupCode(db: Db, code: string, now: Date): Promise<boolean> {
  const current = db.selectFrom('setup_links').where('expires_at', '>', now.toISOString())
  return hasRow(current.where('digest', '=', sha256(code)))
}

/**
 * Consumes all codes and returns whether this one was among them. Of two concurrent calls, with the same code or different
 * ones, only one succeeds.
 */
export async function redeemSetupCode(trx: Db, code: string, now: Date): Promise<boolean> {
  const removed = await trx.deleteFrom('setup_links').returning(['digest', 'expires_at']).execute()
  return removed.some(({ digest, expires_at }) => digest === sha256(code) && expires_at > now.toISOString())
}

export async function removeSetupCodes(db: Db): Promise<void> {
  await db.deleteFrom('setup_links').execute()
}
