import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { growTree, type MerkleTree } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import type { PoolSeal } from '#domain/tournament/tournament.ts'
import { collect, readInBatches } from '../batches.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { streamRecords } from '../entries/entry-store.ts'
import { sha256Hex } from '../sha256.ts'
import { listPlayers } from '../tournaments/tournament-store.ts'
import { deriveSalt, loadAuditKey } from './entry-salt.ts'

const batchSize = 500

/**
 * Stores the seal over all entries that can count from now on. Call it in the transaction that stores the start, under the
 * tournament's lock. Without entries there is none. A stored seal never changes.
 */
export async function sealTournament(trx: Db, tournamentId: number, now: Date): Promise<void> {
  if (await findSeal(trx, tournamentId)) return
  const key = await loadAuditKey(trx, now)
  const espnIds = new Map((await listPlayers(trx, tournamentId)).map(({ id, espnId }) => [id, espnId]))
  const leaves: string[] = []
  for await (const batch of streamRecords(trx, tournamentId, '')) {
    const sealed = batch.filter(canCount).map(({ id, version, playerIds, tiebreaker_1, tiebreaker_2 }) => {
      const picks = playerIds.map((playerId) => espnIds.get(playerId) ?? '')
      const salt = deriveSalt(key, { id, version })
      const content = { entry: id, version, picks, answers: [tiebreaker_1, tiebreaker_2], salt }
      return { entry_id: id, leaf: leafOf(content, sha256Hex) }
    })
    if (sealed.length === 0) continue
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
export function listSealedEntries(db: Db, tournamentId: number): Promise<SealedEntry[]> {
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

type Withdrawal = Pick<Selectable<Tables['entries']>, 'withdrawn_at' | 'withdrawn_by' | 'withdrawal_reason'>

/** An entry that an organiser has removed can too, because that can be undone. */
function canCount({ withdrawn_at, withdrawn_by, withdrawal_reason }: Withdrawal): boolean {
  return withdrawn_at === null || (withdrawal_reason !== null && withdrawn_by !== null)
}
