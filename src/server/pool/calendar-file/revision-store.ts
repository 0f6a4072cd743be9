import type { Db } from '#server/platform/db/database.ts'
import type { Revision } from './calendar-file.ts'

/** Changes by organisers and moves of the start, from the audit log. The tournament's version would reveal that entries were saved. */
export async function findRevision(db: Db, tournamentId: number): Promise<Revision> {
  const created = await db
    .selectFrom('tournaments')
    .select('created_at')
    .where('id', '=', tournamentId)
    .executeTakeFirstOrThrow()
  const { count, last } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.max<string | null>('at').as('last')])
    .where('action', 'in', ['tournament changed', 'start moved'])
    .where('details', 'like', `{"tournamentId":${tournamentId},%`)
    .executeTakeFirstOrThrow()
  return { count: Number(count), at: new Date(last ?? created.created_at) }
}
