import { LRUCache } from 'lru-cache'
import type { Pool } from '#domain/entries/pool.ts'
import {
  advance,
  emptyWatchState,
  findTimedEvents,
  type Observation,
  observe,
} from '#domain/notifications/pool-events.ts'
import { findScoreAlert } from '#domain/notifications/score-alert.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { isOpenForEntries } from '#domain/tournament/tournament.ts'
import { createMutex } from '#server/platform/concurrency/mutex.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { findFailureLevel } from '#server/platform/db/database-errors.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { readPool } from '#server/pool/entries/read-pool.ts'
import { listEntryChanges } from '#server/pool/tournaments/locked-change-store.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  findActiveTournament,
  findTournament,
  lockTournament,
  type TournamentRecord,
} from '#server/pool/tournaments/tournament-store.ts'
import { listScoreCorrections, type StoredScoreCorrection } from '#server/scores/corrections/score-correction-store.ts'
import type { LatestLeaderboard, LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import type { PoolEvent, PoolEventListener, PoolState, ScoreCorrectionEvent } from './pool-event.ts'
import {
  addPoolEvent,
  findWatchState,
  listPoolEvents,
  listUnannouncedEndings,
  saveWatchState,
} from './pool-event-store.ts'
import { readRecap } from './round-recap.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & {
  hub: Pick<LeaderboardHub, 'findLatest'>
  /** Each adds the messages of one channel. */
  listeners: readonly PoolEventListener[]
  /** For how long scores may be missing before organisers are told. */
  alertAfterMs: number
  /** Looks for the field of an announced event. True if it has added messages. */
  checkField?: () => Promise<boolean>
  log: Log
}

const intervalMs = 15_000
const day = 24 * 60 * 60 * 1000
/** Corrections and changes of entries are announced for this long. */
const changeLifetimeMs = day / 8

/** The state of a tournament that a check reads before it takes the lock. */
type Found = PoolState & {
  readonly observation: Observation | null
  readonly corrections: readonly StoredScoreCorrection[]
}

/**
 * Detects each event of the active tournament exactly once, even if the process crashes (docs/rules.md, 9.5). The event and
 * the messages about it are saved in one transaction.
 */
export function createPoolEventWatch({ db, clock, hub, outbox, listeners, alertAfterMs, checkField, log }: Options) {
  let timer: NodeJS.Timeout | undefined
  const runExclusively = createMutex()
  let hasNewMessages = false
  let observed: { tournamentId: number; at: string } | undefined
  /** Compiled once: entries cannot change after the start. */
  const pools = new LRUCache<string, Pool, TournamentRecord>({
    max: 1,
    fetchMethod: (_key, _stale, { context }) => readPool(db, context),
  })
  const findPool = (tournament: TournamentRecord) =>
    pools.forceFetch(`${tournament.id} ${tournament.version}`, { context: tournament })

  async function checkActive(): Promise<void> {
    const tournament = await findActiveTournament(db)
    if (!tournament) return
    const found = await readState(tournament)
    const known = await listPoolEvents(db, tournament.id)
    const { observation } = found
    if (observation || listDue(found, known, alertAfterMs).length > 0)
      await inRetriedTransaction(db, (trx) => advanceWatch(trx, found))
    if (observation) observed = { tournamentId: tournament.id, at: observation.at }
  }

  async function readState(tournament: TournamentRecord): Promise<Found> {
    const at = await clock.authoritativeNow(db)
    const pool = (await observeStart(db, tournament, at)) ? await findPool(tournament) : null
    const board = pool ? await hub.findLatest(tournament.id) : undefined
    const field = board?.message ?? null
    const standings = pool && field && scorePool(pool, field)
    const checked = findNewCheck(tournament, board)
    return {
      tournament,
      at,
      pool,
      standings,
      field,
      observation: field && checked !== null ? observe(field, standings, checked) : null,
      corrections: pool ? await listScoreCorrections(db, tournament.id) : [],
    }
  }

  /** When the feed sent the response; null if it has already been checked or its scores are stale. */
  function findNewCheck({ id }: TournamentRecord, board: LatestLeaderboard | undefined): string | null {
    const checked = board?.message.stale === null ? board.feedChecked : null
    return observed?.tournamentId === id && observed.at === checked ? null : checked
  }

  async function advanceWatch(trx: Db, found: Found): Promise<void> {
    const { observation } = found
    const tournament = await lockTournament(trx, found.tournament.id)
    // Edited in the meantime: the next check reads it again.
    if (tournament?.version !== found.tournament.version || !tournament.active) return
    const known = await listPoolEvents(trx, tournament.id)
    for (const event of listDue(found, known, alertAfterMs)) await record(trx, { ...found, ...event })
    const stored = await findWatchState(trx, tournament.id)
    if (!observation) {
      if (!stored) await saveWatchState(trx, tournament.id)
      return
    }
    const next = advance(stored ?? emptyWatchState, observation, new Set(known.keys()))
    for (const event of next.events) await record(trx, { ...found, ...event })
    await saveWatchState(trx, tournament.id, next.state)
  }

  async function announceEnding(tournamentId: number): Promise<void> {
    const tournament = await findTournament(db, tournamentId)
    if (!tournament) return
    const found = await readState(tournament)
    const isPlayed = found.field?.golfersScores.some(({ total }) => total > 0) === true
    const isLate = tournament.cancelledReason !== undefined || !isPlayed || !found.standings?.size
    const event = { kind: 'results', key: 'results', isLate, expiresAt: new Date(found.at.getTime() + day) } as const
    await inRetriedTransaction(db, async (trx) => {
      // An organiser may be sending the results, or have reopened the tournament or corrected it: then it is read again.
      if ((await lockTournament(trx, tournamentId))?.version !== tournament.version) return
      await record(trx, { ...found, ...event })
    })
  }

  /** Includes tournaments that have ended: merging two of their players changes the places. */
  async function announceEntryChanges(): Promise<void> {
    const at = await clock.authoritativeNow(db)
    for (const { id, tournamentId, change } of await listEntryChanges(db, new Date(at.getTime() - changeLifetimeMs))) {
      const key = `entry-change:${id}`
      const tournament = await findTournament(db, tournamentId)
      if (!tournament || (await listPoolEvents(db, tournamentId)).has(key)) continue
      const expiresAt = new Date(Date.parse(change.at) + changeLifetimeMs)
      const event = { kind: 'entry-change', key, expiresAt, change } as const
      const state = { tournament, at, pool: null, standings: null, field: null }
      await inRetriedTransaction(db, (trx) => record(trx, { ...state, ...event }))
    }
  }

  /** An event that is too late, or an end without places, is recorded but not announced. */
  async function record(trx: Db, event: PoolEvent): Promise<void> {
    const { tournament, key, at, kind, isLate = false } = event
    if (!(await addPoolEvent(trx, tournament.id, { key, isAnnounced: !isLate, at }))) return
    log.info({ tournamentId: tournament.id, event: kind, isLate }, 'detected a pool event')
    if (isLate) return
    const recap = event.kind === 'round-end' && event.pool ? await readRecap(trx, event.pool, event.round) : null
    for (const listener of listeners) await listener(trx, { ...event, recap })
    hasNewMessages = true
  }

  async function checkAll(): Promise<void> {
    await checkActive()
    await announceEntryChanges()
    for (const id of await listUnannouncedEndings(db)) await announceEnding(id)
    if (hasNewMessages) outbox.wake()
    hasNewMessages = false
    if (await checkField?.()) outbox.wake()
  }

  function check(): Promise<void> {
    return runExclusively(checkAll)
  }

  function checkSafely(): void {
    check().catch((error: unknown) =>
      log[findFailureLevel(error)]({ err: error }, 'failed to check for pool events; will retry'),
    )
  }

  return {
    /** Call it on the leader only. */
    start(): void {
      clearInterval(timer)
      timer = setInterval(checkSafely, intervalMs)
      checkSafely()
    },
    /** Resolves when no check is running. */
    async stop(): Promise<void> {
      clearInterval(timer)
      timer = undefined
      await runExclusively(async () => {})
    },
    /** Checks for events now if started. */
    wake(): void {
      if (timer) checkSafely()
    },
    /** Checks for events now, after any check that is running. */
    check,
  }
}

/** The new events that depend only on the clock, the tournament, its corrections and whether there are scores. */
function listDue(
  { tournament, at, corrections, pool, field }: Found,
  known: ReadonlyMap<string, Date>,
  afterMs: number,
) {
  const timed = findTimedEvents(tournament, { now: at, openedAt: known.get('entries-open') ?? null })
  const opening = { kind: 'entries-open', key: 'entries-open', expiresAt: new Date(tournament.start) } as const
  const all = isOpenForEntries(tournament, at) ? [opening, ...timed] : timed
  const alert = pool && findScoreAlert(field, { start: tournament.start, now: at, afterMs, known })
  const events = [...all, ...listScoreCorrectionEvents(corrections, at), ...(alert ? [alert] : [])]
  return events.filter(({ key }) => !known.has(key))
}

/** The corrections made or ended in the last hours. A replaced correction has no end of its own: its successor is announced. */
function listScoreCorrectionEvents(corrections: readonly StoredScoreCorrection[], now: Date): ScoreCorrectionEvent[] {
  return corrections.flatMap((correction) => {
    const { id, espnId, at, endedAt } = correction
    const isReplaced = corrections.some((other) => other.id > id && other.espnId === espnId && other.at === endedAt)
    const toEvent = (key: string, moment: string, isEnd: boolean): ScoreCorrectionEvent => {
      const expiresAt = new Date(Date.parse(moment) + changeLifetimeMs)
      return { kind: 'correction', key: `${key}:${id}`, expiresAt, correction, isEnd }
    }
    const events = [
      toEvent('correction', at, false),
      ...(endedAt !== null && !isReplaced ? [toEvent('correction-end', endedAt, true)] : []),
    ]
    return events.filter(({ expiresAt }) => expiresAt > now)
  })
}
