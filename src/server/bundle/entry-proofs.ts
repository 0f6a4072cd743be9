import { LRUCache } from 'lru-cache'
import type { EntryProof } from '#contract/seal-contract.ts'
import { type MerkleTree, proofOf } from '#domain/seal/merkle-tree.ts'
import type { PoolSeal } from '#domain/tournament/tournament.ts'
import type { Db } from '../db/database.ts'
import { Problem } from '../http/problem.ts'
import { findSeal, growInTurns, listSealedEntries } from '../seal/seal-store.ts'
import { findOrCreate } from '../single-flight.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'

type SealedPool = { seal: PoolSeal; tree: MerkleTree; positions: ReadonlyMap<number, number> }

/** The current tournament and an earlier one. */
const maxTrees = 2

/** Proofs that entries are under the seal of their pool. A seal never changes, so its tree is computed once. */
export function createEntryProofs(db: Db) {
  const trees = new LRUCache<string, Promise<SealedPool>>({ max: maxTrees })

  async function grow(tournamentId: number): Promise<SealedPool> {
    const seal = await findSeal(db, tournamentId)
    if (!seal) throw new Problem('not-found', { detail: 'This tournament has no seal.' })
    const sealed = await listSealedEntries(db, tournamentId)
    const positions = new Map(sealed.map(({ id }, position) => [id, position]))
    return { seal, tree: await growInTurns(sealed.map(({ leaf }) => leaf)), positions }
  }

  /** Throws a problem if the entry was not in the pool at the start. */
  return async (tournamentId: number, entryId: number): Promise<EntryProof> => {
    const { id } = await requireTournament(db, tournamentId)
    const { seal, tree, positions } = await findOrCreate(trees, String(id), () => grow(id))
    const proof = proofOf(tree, positions.get(entryId) ?? -1)
    if (!proof) throw new Problem('not-found', { detail: 'This entry was not in the pool at the start.' })
    return { ...proof, seal }
  }
}
