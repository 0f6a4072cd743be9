import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { growTree, type MerkleTree } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf, type SealedContent } from '#domain/seal/sealed-entry.ts'
import type { PoolSeal } from '#domain/tournament/tournament.ts'
import { readInBatches } from '../batches.ts'
import type { Db } from '../db/database.ts'
import { sha256Hex } from '../sha256.ts'
import { deriveSalt, loadAuditKey } from './entry-salt.ts'

const batchSize = 500

/**
 * Stores the seal over all entries that can count from now on. Call it in the transaction that stores the start, under the
 * tournament's lock. Without entries there is none. A stored seal never changes.
 */
export async function sealTournament(trx: Db, tournamentId: number, now: Date): Promise<void> {
  if (await findSeal(trx, tournamentId)) return
  const key = await loadAuditKey(trx, now)
  const golfers = await trx
    .selectFrom('players')
    .select(['id', 'espn_id'])
    .where('tournament_id', '=', tournamentId)
    .execute()
  const espnIds = new Map(golfers.map(({ id, espn_id }) => [id, espn_id]))
  const read = (lastId: number) => listContents(trx, { tournamentId, lastId, key, espnIds })
  const leaves: string[] = []
  for await (const batch of readInBatches(batchSize, read)) {
    const sealed = batch.map(({ id, content }) => ({ entry_id: id, leaf: leafOf(content, sha256Hex) }))
    await trx
      .insertInto('sealed_entries')
      .values(sealed.map((row) => ({ tournament_id: tournamentId, ...row })))
      .execute()
    leaves.push(...sealed.map(({ leaf }) => leaf))
    await yieldToEventLoop()
  }
  const root = (await growInTurns(leaves)).at(-1)?.[0]
  if (root === undefined) return
  const seal = { root, size: leaves.length, sealed_at: now.toISOString() }
  await trx
    .insertInto('seals')
    .values({ tournament_id: tournamentId, ...seal })
    .execute()
}

/** Null for a tournament that had started before there were seals, or started without entries. */
export async function findSeal(db: Db, tournamentId: number): Promise<PoolSeal | null> {
  const seal = await db
    .selectFrom('seals')
    .select(['root', 'size', 'sealed_at as sealedAt'])
    .where('tournament_id', '=', tournamentId)
    .executeTakeFirst()
  return seal ? { ...seal, words: toSealWords(seal.root) } : null
}

export type SealedEntry = { readonly id: number; readonly leaf: string }

/** By entry, which is the order of the tree. */
export async function listSealedEntries(db: Db, tournamentId: number): Promise<SealedEntry[]> {
  const sealed: SealedEntry[] = []
  const batches = readInBatches(batchSize, (lastId) =>
    db
      .selectFrom('sealed_entries')
      .select(['entry_id as id', 'leaf'])
      .where('tournament_id', '=', tournamentId)
      .where('entry_id', '>', lastId)
      .orderBy('entry_id')
      .limit(batchSize)
      .execute(),
  )
  for await (const batch of batches) sealed.push(...batch)
  return sealed
}

/** The Merkle tree over these leaves. Lets other work proceed in between. */
export async function growInTurns(leaves: readonly string[]): Promise<MerkleTree> {
  const growing = growTree(leaves, sha256Hex)
  for (;;) {
    const { done, value } = growing.next()
    if (done) return value
    await yieldToEventLoop()
  }
}

type ContentQuery = { tournamentId: number; lastId: number; key: string; espnIds: ReadonlyMap<number, string> }

/** Also of entries that an organiser has removed, because that can be undone. */
async function listContents(db: Db, { tournamentId, lastId, key, espnIds }: ContentQuery) {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'version', 'tiebreaker_1', 'tiebreaker_2'])
    .where('tournament_id', '=', tournamentId)
    .where('id', '>', lastId)
    .where(({ and, eb, or }) =>
      or([
        eb('withdrawn_at', 'is', null),
        and([eb('withdrawal_reason', 'is not', null), eb('withdrawn_by', 'is not', null)]),
      ]),
    )
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const picks = await db
    .selectFrom('selections')
    .select(['entry_id', 'player_id'])
    .where('tournament_id', '=', tournamentId)
    .where('entry_id', '>', lastId)
    .where('entry_id', '<=', rows.at(-1)?.id ?? lastId)
    .orderBy('entry_id')
    .orderBy('pick_index')
    .execute()
  const picksOf = Map.groupBy(picks, (pick) => pick.entry_id)
  return rows.map(({ id, version, tiebreaker_1, tiebreaker_2 }) => {
    const own = (picksOf.get(id) ?? []).map(({ player_id }) => espnIds.get(player_id) ?? '')
    const salt = deriveSalt(key, { id, version })
    const content: SealedContent = { entry: id, version, picks: own, answers: [tiebreaker_1, tiebreaker_2], salt }
    return { id, content }
  })
}
