import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * A tournament that was cancelled before its start never starts. An earlier version has stored the start of such a tournament when
 * its time came, with a seal: both are removed, and its picks are hidden again. The audit log says when a tournament was ended.
 */
export async function cancelledBeforeTheStart(trx: QueryExecutorProvider): Promise<void> {
  const endings = await sql<{ at: string; details: string }>`select at, details from audit_log
    where action = 'tournament ended' order by id`.execute(trx)
  const endedAt = new Map<number, string>()
  for (const { at, details } of endings.rows) {
    const { tournamentId } = JSON.parse(details) as { tournamentId: number }
    endedAt.set(tournamentId, at)
  }
  const { rows } = await sql<{ id: number; started_at: string }>`select id, started_at from tournaments
    where active = 0 and cancelled_reason is not null and started_at is not null`.execute(trx)
  for (const { id, started_at } of rows) {
    if ((endedAt.get(id) ?? started_at) >= started_at) continue
    await sql`delete from sealed_entries where tournament_id = ${id}`.execute(trx)
    await sql`delete from seals where tournament_id = ${id}`.execute(trx)
    await sql`update tournaments set started_at = null, version = version + 1 where id = ${id}`.execute(trx)
  }
}
