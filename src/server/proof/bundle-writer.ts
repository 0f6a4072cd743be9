import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Bundle, bundleFormat, rulesVersion } from '#contract/bundle-contract.ts'
import { type EntryResult, listEntryResults } from '#domain/results/results.ts'
import { writeContent } from '#domain/seal/sealed-entry.ts'
import { readHead, toSealedPlayers } from '#domain/seal/sealed-head.ts'
import { scorePool } from '#domain/standings/standings.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { createSnapshot, type Snapshot } from '#server/platform/http/snapshot.ts'
import { listEntryRecords } from '#server/pool/entries/entry-withdrawal-store.ts'
import { readPool } from '#server/pool/entries/read-pool.ts'
import { listReceiptKeys } from '#server/pool/seal/receipt-key-store.ts'
import { findSeal, findSealedHead, listSealedEntries } from '#server/pool/seal/seal-store.ts'
import { toSealedContent } from '#server/pool/seal/sealed-content.ts'
import { listLockedChanges } from '#server/pool/tournaments/locked-change-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { listClosingPlaces } from '#server/results/results-store.ts'
import { toScoreCorrectionList } from '#server/scores/corrections/score-correction-editor.ts'
import { listScoreCorrections } from '#server/scores/corrections/score-correction-store.ts'
import type { LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { findLeaderboard, listRecords, type StoredLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'

export type BundleOptions = {
  db: Db
  clock: Pick<Clock, 'authoritativeNow' | 'now'>
  hub: Pick<LeaderboardHub, 'findLatest'>
  /** The key from which the salts are derived. */
  auditKey: string
}

const maxBundles = 2
const batchSize = 250

/** Bundles, each made and compressed once for a version of its tournament and scores (docs/rules.md, 2.11). */
export function createBundles({ db, clock, hub, auditKey }: BundleOptions) {
  const bundles = new LRUCache<string, Snapshot, TournamentRecord>({
    max: maxBundles,
    // A bundle that is evicted while it is composed still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => compose(context),
  })

  async function compose(tournament: TournamentRecord): Promise<Snapshot> {
    const { id, active } = tournament
    const pool = await readPool(db, tournament)
    await yieldToEventLoop()
    // As stored: this process alone may have marked its own as stale.
    const board = await findLeaderboard(db, id)
    const leaves = new Map((await listSealedEntries(db, id)).map((sealed) => [sealed.id, sealed.leaf]))
    const head = await composeHead(tournament, pool.players, board, leaves)
    const records = await listRecords(db, id, board?.message.version)
    const standings = scorePool(pool, head.scores ?? { golfersScores: [] })
    const finalPlaces = new Map((await listClosingPlaces(db, id)).map(({ entryId, places }) => [entryId, places]))
    const espnIds = new Map(pool.players.map((player) => [player.id, player.espnId]))

    function toResults(index: number, entryId: number): EntryResult[] {
      if (!head.scores) return []
      const places = finalPlaces.get(entryId)
      return listEntryResults(standings, index).map(([place, ...score], row) => [
        active ? place : (places?.[row] ?? null),
        ...score,
      ])
    }

    const parts = [`${JSON.stringify(head).slice(0, -1)},"records":[${records.join()}],"entries":[`]
    for (const batch of toBatches([...pool.entries.entries()], batchSize)) {
      const entries: Bundle['entries'] = batch.map(([index, entry]) => ({
        name: entry.name,
        content: writeContent(toSealedContent(entry, espnIds, auditKey)),
        leaf: leaves.get(entry.id) ?? null,
        results: toResults(index, entry.id),
      }))
      parts.push(parts.length > 1 ? ',' : '', JSON.stringify(entries).slice(1, -1))
      await yieldToEventLoop()
    }
    parts.push(']')
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return createSnapshot(`${parts.join('')},"digest":"${hash.digest('hex')}"}`)
  }

  /** Composes what stands before the records and the entries. */
  async function composeHead(
    tournament: TournamentRecord,
    players: readonly Player[],
    board: StoredLeaderboard | undefined,
    leaves: ReadonlyMap<number, string>,
  ) {
    const { id, name, start, active, tiebreakers, cancelledReason = null } = tournament
    const seal = await findSeal(db, id)
    const sealedHead = await findSealedHead(db, id)
    const withdrawn = await listEntryRecords(db, id, { areWithdrawn: true })
    const lockedChanges = await listLockedChanges(db, id)
    const withdrawals = new Map(
      lockedChanges.filter(({ kind }) => kind !== 'entry-restored').map((change) => [change.entry?.id, change]),
    )
    return {
      format: bundleFormat,
      rules: rulesVersion,
      tournament: { id, name, start, questions: [...tiebreakers], hasEnded: !active, cancelledReason },
      seal: seal && { ...seal, head: sealedHead },
      receiptKeys: [...(await listReceiptKeys(db, clock.now()))],
      players: toBundledPlayers(players, sealedHead),
      corrections: toScoreCorrectionList(await listScoreCorrections(db, id), board),
      // The scores of a tournament without places count for nothing.
      scores: cancelledReason === null ? (board?.message ?? null) : null,
      withdrawn: withdrawn.map(({ entryId, name, at, by, reason }) => ({
        id: entryId,
        name,
        at,
        // A merge has taken the name from the record, not from the list.
        by: by ?? withdrawals.get(entryId)?.by ?? null,
        reason,
        leaf: leaves.get(entryId) ?? null,
      })),
      lockedChanges,
    } satisfies Omit<Bundle, 'records' | 'entries' | 'digest'>
  }

  /** Throws a problem until the tournament has started, and for an imported one. */
  return async (tournamentId: number): Promise<Snapshot> => {
    const tournament = await requireTournament(db, tournamentId)
    if (!(await arePicksVisible(db, clock, tournament))) throw new Problem('not-started')
    const board = await hub.findLatest(tournamentId)
    const key = [tournamentId, tournament.version, board?.message.version].join()
    return bundles.forceFetch(key, { context: tournament })
  }
}

/** The golfers with the names that the seal covers: the pool's names may follow the feed's after the start. */
function toBundledPlayers(players: readonly Player[], sealedHead: string | null): Player[] {
  const head = sealedHead === null ? undefined : readHead(sealedHead)
  if (!head) return [...players]
  return toSealedPlayers(head, new Map(players.map(({ id, espnId }) => [espnId, id])))
}
