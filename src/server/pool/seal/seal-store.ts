import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { drawHat } from '#domain/seal/hat.ts'
import { growTree, type MerkleTree } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf, leafOfText } from '#domain/seal/sealed-entry.ts'
import { digestOfScores, readHead, type SealedHead, toSealedTiers, writeHead } from '#domain/seal/sealed-head.ts'
import type { PoolSeal, Tier, Tournament } from '#domain/tournament/tournament.ts'
import { collect, readInBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import { streamEntries } from '#server/pool/picks/pick-store.ts'
import { listReceiptKeys } from './receipt-key-store.ts'
import { loadAuditKey, toSealedContent } from './sealed-content.ts'

type SealedTournament = Pick<Tournament, 'id' | 'name' | 'start' | 'tiebreakers'>

/**
 * Stores the seal over all entries that count from now on, and over what else is decided at the lock: an entry that was withdrawn
 * before never counts again. Call it in the transaction that stores the start, under the tournament's lock. Without entries
 * there is none. A stored seal never changes.
 */
export async function sealTournament(trx: Db, tournament: SealedTournament, now: Date): Promise<void> {
  const { id: tournamentId } = tournament
  if (await findSeal(trx, tournamentId)) return
  const key = await loadAuditKey(trx, now)
  const players = await listTieredGolfers(trx, tournamentId)
  const espnIds = new Map(players.map(({ id, espnId }) => [id, espnId]))
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
  if (leaves.length === 0) return
  const head = writeHead({
    tournament: tournamentId,
    name: tournament.name,
    start: tournament.start,
    sealedAt: now.toISOString(),
    questions: tournament.tiebreakers,
    tiers: toSealedTiers(players),
    scores: await findRecordedScores(trx, tournamentId),
    receiptKeys: (await listReceiptKeys(trx, now)).map(({ x }) => x),
  })
  const root = (await growInTurns([leafOfText(head, sha256Hex), ...leaves])).at(-1)?.[0] ?? ''
  const seal = { format: 2, head, root, size: leaves.length, sealed_at: now.toISOString() } as const
  await trx
    .insertInto('seals')
    .values({ tournament_id: tournamentId, ...seal })
    .execute()
}

async function listTieredGolfers(trx: Db, tournamentId: number) {
  const rows = await trx
    .selectFrom('players')
    .select(['id', 'espn_id as espnId', 'name', 'tier', 'sort_order as order'])
    .where('tournament_id', '=', tournamentId)
    .orderBy('id')
    .execute()
  // The table contains only 0 to 3.
  return rows.map((row) => ({ ...row, tier: row.tier as Tier }))
}

/** The version of the scores now, if it is in the history: then a later history has to contain it (docs/proof.md, 3). */
async function findRecordedScores(trx: Db, tournamentId: number): Promise<SealedHead['scores']> {
  const board = await trx
    .selectFrom('leaderboards')
    .innerJoin('leaderboard_records', (join) =>
      join
        .onRef('leaderboard_records.tournament_id', '=', 'leaderboards.tournament_id')
        .onRef('leaderboard_records.version', '=', 'leaderboards.version'),
    )
    .select(['leaderboards.version', 'leaderboards.body'])
    .where('leaderboards.tournament_id', '=', tournamentId)
    .executeTakeFirst()
  return board ? { version: board.version, digest: digestOfScores(JSON.parse(board.body), sha256Hex) } : null
}

/** Null for a tournament that had started before there were seals, or started without entries. */
export async function findSeal(db: Db, tournamentId: number): Promise<PoolSeal | null> {
  const seal = await db
    .selectFrom('seals')
    .select(['format', 'root', 'size', 'sealed_at as sealedAt'])
    .where('tournament_id', '=', tournamentId)
    .executeTakeFirst()
  return seal ? { ...seal, words: toSealWords(seal.root) } : null
}

/** The golfers of the Hat by id, tier A to D (docs/rules.md, 4.12); undefined without one: a seal of format 1 covers no tiers. */
export async function findHat(db: Db, tournament: Tournament): Promise<number[] | undefined> {
  const { id, cancelledReason, hidesHat } = tournament
  const seal = await findSeal(db, id)
  const head = readHead((await findSealedHead(db, id)) ?? '')
  if (!seal || !head || hidesHat || cancelledReason !== undefined) return undefined
  const ids = new Map((await listTieredGolfers(db, id)).map((golfer) => [golfer.espnId, golfer.id]))
  return drawHat(seal.root, head.tiers, sha256Hex).map(([espnId]) => ids.get(espnId) ?? 0)
}

/** The canonical text of what a seal covers besides the entries; null in format 1, and without a seal. */
export async function findSealedHead(db: Db, tournamentId: number): Promise<string | null> {
  const seal = await db.selectFrom('seals').select('head').where('tournament_id', '=', tournamentId).executeTakeFirst()
  return seal?.head ?? null
}

/** The sealed entries with their leaves, in the order of the tree: by entry. */
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

/** The leaves of a seal's tree, in order: the head, if it has one, and the entries by id. */
export async function listLeaves(db: Db, tournamentId: number): Promise<{ leaf: string; entryId: number | null }[]> {
  const head = await findSealedHead(db, tournamentId)
  const first = head === null ? [] : [{ leaf: leafOfText(head, sha256Hex), entryId: null }]
  const entries = await listSealedEntries(db, tournamentId)
  return [...first, ...entries.map(({ id, leaf }) => ({ leaf, entryId: id }))]
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
