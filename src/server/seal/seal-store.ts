import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { growTree, type MerkleTree } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { PoolSeal } from '#domain/tournament/tournament.ts'
import { collect, readInBatches } from '../batches.ts'
import type { Db } from '../db/database.ts'
import { streamEntries } from '../picks/pick-store.ts'
import { sha256Hex } from '../sha256.ts'
import { loadAuditKey, toSealedContent } from './sealed-content.ts'

/**
 * Stores the seal over all entries that count from now on: one that was withdrawn before never counts again. Call it in the transaction that stores the start, under the
 * tournament's lock. Without entries there is none. A stored seal never changes.
 */
export async function sealTournament(trx: Db, tournamentId: number, now: Date): Promise<void> {
  if (await findSeal(trx, tournamentId)) return
  const key = await loadAuditKey(trx, now)
  const golfers = trx.selectFrom('players').select(['id', 'espn_id']).where('tournament_id', '=', tournamentId)
  const espnIds = new Map((await golfers.execute()).map(({ id, espn_id }) => [id, espn_id]))
  const leaves: string[] = []
  for await (const batch of streamEntries(trx, tournamentId)) {
    const contents = batch.map((entry) => toSealedContent(entry, espnIds, key))
    const sealed = contents.map((content) => ({ entry_id: content.entry, leaf: leafOf(content, sha256Hex) }))
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

/** By entry, which is the order of the tree. */
export function listSealedEntries(db: Db, tournamentId: number) {
  const batches = readInBatches((lastId) =>
    db
      .selectFrom('sealed_entries')
      .select(['entry_id as id', 'leaf'])
      .where('tournament_id', '=', tournamentId)
      .where('entry_id', '>', lastId)
      .orderBy('entry_id'),
  )
  return collect(batches)
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
