import type { Db } from './database.ts'

const id = 1

/** The address at which people reach the server, and since when: a command's own settings may lack or change it. */
export async function findServerAddress(db: Db): Promise<{ publicUrl: string; startedAt: string } | undefined> {
  const row = await db.selectFrom('server_addresses').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { publicUrl: row.public_url, startedAt: row.started_at }
}

/** Call it when the server listens. All processes of a pool have the same address. */
export async function saveServerAddress(db: Db, publicUrl: string, now: Date): Promise<void> {
  const row = { public_url: publicUrl, started_at: now.toISOString() }
  const insert = db.insertInto('server_addresses').values({ ...row, id })
  await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute()
}
