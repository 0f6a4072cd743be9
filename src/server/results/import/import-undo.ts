import type { ImportRecord } from '#contract/results-contract.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { lockFirstUser } from '#server/users/user-store.ts'
import { acquireImportLock } from './import-store.ts'
import { findImport, findUse, listImports, lockImportedUsers, removeImported } from './import-undo-store.ts'
import type { ImportContext } from './results-import.ts'

/** All imports, newest first, each with how it is used. */
export async function listImportRecords(db: Db): Promise<ImportRecord[]> {
  const records: ImportRecord[] = []
  for (const stored of await listImports(db)) {
    records.push({ ...stored, use: stored.undoneAt === null ? await findUse(db, stored.id) : null })
  }
  return records
}

/**
 * Undoes an import as a whole, unless it is used (docs/rules.md, 10). A repeat changes nothing. `userId`: null for the
 * operator.
 */
export function undoImport(
  { database: { db, kind }, clock }: ImportContext,
  id: number,
  userId: number | null = null,
): Promise<ImportRecord> {
  return inRetriedTransaction(db, async (trx) => {
    // No other import, merge or sign-in uses it meanwhile.
    await acquireImportLock(trx, kind)
    await lockFirstUser(trx)
    await lockImportedUsers(trx, id)
    const stored = await findImport(trx, id)
    if (stored === undefined) throw new Problem('not-found', { detail: `There is no import ${id}.` })
    if (stored.undoneAt !== null) return { ...stored, use: null }
    const use = await findUse(trx, id)
    if (use !== null) throw new Problem('import-used', { detail: use })
    const now = await clock.authoritativeNow(trx)
    await removeImported(trx, id, now)
    const { file, tournaments, people, results } = stored
    const details = { importId: id, file, tournaments, people, results }
    await addAuditEntry(trx, { userId, action: 'import undone', details }, now)
    return { ...stored, undoneAt: now.toISOString(), use: null }
  })
}
