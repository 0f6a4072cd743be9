import type { Db } from '#server/platform/db/database.ts'

/** The state of the score source, shared by all processes and kept over a restart. */
export type SourceStatus = {
  /** The feed's address in use; null: the first. */
  readonly address: { readonly url: string; readonly since: string; readonly reason: string } | null
  /** Why the last poll failed; null if it did not. */
  readonly fault: SourceFault | null
  /** The names of golfers without an id, whom the board lacks. */
  readonly unidentified: readonly string[]
}

export type SourceFault = {
  readonly tournamentId: number
  readonly kind: FaultKind
  /** One or more sentences. */
  readonly reason: string
  readonly since: string
}

/** The first five are the feed's, and `internal` is this server's. */
export type FaultKind = 'refused' | 'missing' | 'throttled' | 'changed' | 'failing' | 'document' | 'internal'

const row = 'status of the scores'

export async function findSourceStatus(db: Db): Promise<SourceStatus> {
  const stored = await db.selectFrom('source_copies').select('body').where('source', '=', row).executeTakeFirst()
  // Written by `saveSourceStatus`, so not validated again.
  return {
    address: null,
    fault: null,
    unidentified: [],
    ...(JSON.parse(stored?.body ?? '{}') as Partial<SourceStatus>),
  }
}

/** The feed's address in use. `index` is its place in `addresses`; `since` is null if it has always been the first. */
export async function findAddressInUse(db: Db, addresses: readonly string[]) {
  const { address } = await findSourceStatus(db)
  const index = addresses.indexOf(address?.url ?? '')
  if (address && index >= 0) return { ...address, index }
  const [url = ''] = addresses
  return { url, index: 0, since: null, reason: null }
}

/** Changes the stored status. Only the process that polls may call it. */
export async function saveSourceStatus(db: Db, change: Partial<SourceStatus>): Promise<void> {
  const body = JSON.stringify({ ...(await findSourceStatus(db)), ...change })
  await db
    .insertInto('source_copies')
    .values({ source: row, body, next_request: '' })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ body }))
    .execute()
}

/** The fault of the active tournament's source: none between tournaments, and while organisers enter the scores. */
export async function findCurrentFault(db: Db): Promise<SourceFault | null> {
  const asking = await db
    .selectFrom('tournaments')
    .leftJoin('score_sheets', 'score_sheets.tournament_id', 'tournaments.id')
    .select('tournaments.id')
    .where('active', '=', 1)
    .where((eb) => eb(eb.fn.coalesce('in_use', eb.val(0)), '=', 0))
    .executeTakeFirst()
  const { fault } = await findSourceStatus(db)
  return asking && fault?.tournamentId === asking.id ? fault : null
}
