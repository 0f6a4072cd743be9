import { type QueryExecutorProvider, sql } from 'kysely'

type Change = {
  tournamentId: number
  kind: string
  entryId: number
  by: number | null
  at: string
  reason: string | null
}

/** What an earlier version gave as the reason when a merge withdrew an entry. */
const secondEntry = 'a second entry of the same player'

const kinds: Readonly<Record<string, string>> = {
  'entry withdrawal: removed': 'entry-removed',
  'entry withdrawal: restored': 'entry-restored',
}

/**
 * What earlier versions let organisers do with entries after the start, and merges, is shown to everybody, too. The audit log
 * has removals and their undo; entries that a merge has withdrawn say so themselves.
 */
export async function earlierChangesAfterLock(trx: QueryExecutorProvider): Promise<void> {
  const tournaments = await sql<{ id: number; started_at: string }>`select id, started_at from tournaments
    where started_at is not null`.execute(trx)
  const startedAt = new Map(tournaments.rows.map(({ id, started_at }) => [id, started_at]))
  const isLocked = ({ tournamentId, at }: Change) => at >= (startedAt.get(tournamentId) ?? '9')
  const changes = [...(await listLogged(trx)), ...(await listMerged(trx))].filter(isLocked)
  changes.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const { tournamentId, kind, entryId, by, at, reason } of changes)
    await sql`insert into changes_after_lock (tournament_id, kind, entry_id, made_by, made_at, reason)
      values (${tournamentId}, ${kind}, ${entryId}, ${by}, ${at}, ${reason})`.execute(trx)
  for (const id of new Set(changes.map(({ tournamentId }) => tournamentId)))
    await sql`update tournaments set version = version + 1 where id = ${id}`.execute(trx)
}

async function listLogged(trx: QueryExecutorProvider): Promise<Change[]> {
  const { rows } = await sql<{ at: string; user_id: number | null; action: string; details: string }>`
    select at, user_id, action, details from audit_log
    where action in ('entry withdrawal: removed', 'entry withdrawal: restored') order by id`.execute(trx)
  return rows.map(({ at, user_id, action, details }) => {
    const { tournamentId, entryId, reason } = JSON.parse(details) as Pick<Change, 'tournamentId' | 'entryId' | 'reason'>
    return { tournamentId, kind: kinds[action] ?? '', entryId, by: user_id, at, reason }
  })
}

async function listMerged(trx: QueryExecutorProvider): Promise<Change[]> {
  const { rows } = await sql<{ id: number; tournament_id: number; withdrawn_at: string }>`
    select id, tournament_id, withdrawn_at from entries
    where withdrawn_at is not null and withdrawn_by is null and withdrawal_reason = ${secondEntry}
    order by id`.execute(trx)
  return rows.map(({ id, tournament_id, withdrawn_at }) => ({
    tournamentId: tournament_id,
    kind: 'entry-merged',
    entryId: id,
    by: null,
    at: withdrawn_at,
    reason: secondEntry,
  }))
}
