import type { Db } from '../db/database.ts'
import { Problem } from '../http/problem.ts'
import { hasGroupRole } from './group-role-store.ts'
import type { UserRecord } from './user-store.ts'

/** In the browser, nobody acts on an organiser. A role from a group counts, however long ago it was read. */
export async function requireNoRole(trx: Db, { user }: UserRecord): Promise<void> {
  if (user.isPowerUser || (await hasGroupRole(trx, user.id))) throw new Problem('user-protected')
}
