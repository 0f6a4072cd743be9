import { type Field, feedSource } from '#domain/field/field.ts'
import {
  type CorrectedScores,
  findUnsettled,
  type ScoreCorrection,
  type SeenSource,
  toSeenSource,
} from '#domain/scores/score-corrections.ts'
import { hasStarted, type StartTimes } from '#domain/tournament/tournament.ts'
import { type AcceptanceState, evaluate, startAcceptance } from '#server/feed/feed-acceptance.ts'
import { FeedError, type FeedErrorReason } from '#server/feed/feed-error.ts'
import { findPollDelay, type PollHistory } from '#server/feed/poll-schedule.ts'
import type { ScoreSource, Scores } from '#server/feed/score-source.ts'
import { describeReason, type SourceStatusRecorder } from '#server/feed/source-status.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { createMutex } from '#server/platform/concurrency/mutex.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, inTransaction } from '#server/platform/db/database.ts'
import { findFailureLevel } from '#server/platform/db/database-errors.ts'
import { type Lease, permanentLease } from '#server/platform/db/leader-election.ts'
import type { Log } from '#server/platform/log/log.ts'
import { findActiveTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import {
  endScoreCorrection,
  keepRestOfScoreCorrection,
  listActiveScoreCorrections,
  type StoredScoreCorrection,
  saveSeenSource,
} from '#server/scores/corrections/score-correction-store.ts'
import type { LeaderboardHub, LeaderboardUpdate } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { noDetails, toCorrectedField, toUncorrectedField } from '#server/scores/leaderboard/leaderboard-store.ts'

/** Runs `run` once after `ms`; the returned function cancels that. */
export type Timers = { after(ms: number, run: () => void): () => void }

type Options = {
  db: Database['db']
  source: ScoreSource
  hub: Pick<LeaderboardHub, 'findLatest' | 'update' | 'markChecked' | 'markStale'>
  status: SourceStatusRecorder
  intervalMs: number
  clock: Pick<Clock, 'now'>
  timers: Timers
  /** 0 to 1, as `Math.random`. */
  random: () => number
  /** Called before the start, when two polls in a row give the same start. */
  followStart?: (tournamentId: number, start: string) => Promise<void>
  /** Called for each failed poll. */
  onFault?: ((reason: FeedErrorReason | 'internal') => void) | undefined
  log: Log
}

export type LeaderboardPoller = ReturnType<typeof createLeaderboardPoller>

type Target = {
  readonly tournamentId: number
  readonly espnId: string
  times: StartTimes
  acceptance: AcceptanceState
  /** The source of the accepted field, and what came with it. */
  accepted: Pick<Scores, 'source' | 'courses' | 'asOf'>
  /** The start that the last poll gave. */
  start: string | null
  history: PollHistory
  polling: Promise<void> | null
}

/** Detects a change whose event was never published, because its process died after the commit. */
const recheckIntervalMs = 60_000

/** Polls the feed for the active tournament and passes its scores to the hub. One timer decides when (docs/rules.md, 7.1). */
export function createLeaderboardPoller(options: Options) {
  const { db, source, hub, status, intervalMs, clock, timers, log } = options
  let lease: Lease | undefined
  let target: Target | undefined
  let cancelTimer = () => {}
  const runExclusively = createMutex()

  const isLeader = () => lease?.isValid() === true

  function refreshTarget(): Promise<void> {
    return runExclusively(() => findTarget().finally(schedule))
  }

  async function findTarget(): Promise<void> {
    if (!isLeader()) return
    const active = await findActiveTournament(db)
    const found = active && (isTarget(active) ? target : await createTarget(active))
    // Leadership may have been lost in the meantime.
    if (!isLeader()) return
    target = found
    if (active && target) target.times = active
  }

  function isTarget({ id, espnId }: TournamentRecord): boolean {
    return target?.tournamentId === id && target.espnId === espnId
  }

  async function createTarget(tournament: TournamentRecord): Promise<Target> {
    const { id, espnId } = tournament
    const board = await hub.findLatest(id)
    const last = board && {
      field: toUncorrectedField(board),
      requestedAt: new Date(board.message.timeStamp),
    }
    const checkedAt = board?.message.stale === null && board.feedChecked
    const { courses, asOf } = board?.extras ?? noDetails
    const accepted = { source: board?.message.source ?? feedSource, courses, asOf: new Date(asOf ?? 0) }
    const acceptance = startAcceptance(last ?? null, clock.now())
    const history: PollHistory = {
      polledAt: null,
      freshAt: checkedAt ? Date.parse(checkedAt) : null,
      failures: 0,
      jitter: 0,
      pollsSinceEnd: isOver(acceptance) ? 0 : null,
    }
    return { tournamentId: id, espnId, times: tournament, acceptance, accepted, start: null, history, polling: null }
  }

  /** Sets the only timer. Every wake-up looks up the tournament before it polls. */
  function schedule(): void {
    cancelTimer()
    if (!isLeader()) return
    const delayMs = findDelay()
    if (delayMs === 0 && target) void poll(target)
    else cancelTimer = timers.after(Math.min(delayMs ?? recheckIntervalMs, recheckIntervalMs), wake)
  }

  function findDelay(): number | null {
    if (!target || target.polling) return null
    return findPollDelay(target.history, { ...target.times, intervalMs, now: clock.now().getTime() })
  }

  function wake(): void {
    refreshTarget().catch((error: unknown) =>
      log[findFailureLevel(error)]({ err: error }, 'failed to look up the tournament to poll'),
    )
  }

  function poll(polled: Target): Promise<void> {
    polled.polling ??= request(polled).finally(() => {
      polled.polling = null
      if (target === polled) schedule()
    })
    return polled.polling
  }

  async function request(polled: Target): Promise<void> {
    const { failures, pollsSinceEnd } = polled.history
    const outcome = await receive(polled).then(
      () => {
        if (failures > 0) log.info({ eventId: polled.espnId }, 'scores arrive again')
        return { failures: 0, pauseMs: 0, freshAt: clock.now().getTime() }
      },
      async (error: unknown) => {
        if (target === polled && isLeader()) await recordFailure(polled, error)
        const pauseMs = (error instanceof FeedError && error.retryAfterMs) || 0
        return { failures: failures + 1, jitter: options.random(), pauseMs }
      },
    )
    polled.history = {
      ...polled.history,
      ...outcome,
      polledAt: clock.now().getTime(),
      pollsSinceEnd: isOver(polled.acceptance) ? (pollsSinceEnd ?? -1) + 1 : null,
    }
  }

  async function receive(polled: Target): Promise<void> {
    const { tournamentId, espnId } = polled
    const previous = polled.acceptance.accepted?.field ?? null
    const scores = await source.getScores({ id: tournamentId, espnId }, previous)
    if (target !== polled || !isLeader()) return
    const { verdict, state } = judge(polled, scores)
    const { source: from, courses, asOf, start = null } = scores
    const accepted = verdict === 'accepted' ? { source: from, courses, asOf } : polled.accepted
    await publish(tournamentId, state, accepted, { requestedAt: scores.requestedAt })
    polled.acceptance = state
    polled.accepted = accepted
    if (target === polled) await logFailedSave(hub.markChecked(tournamentId, scores.requestedAt))
    await logFailedSave(status.recordSuccess(scores.unidentified))
    const isAgreed = start !== null && start === polled.start
    if (isAgreed && !hasStarted(polled.times, clock.now()))
      await logFailedSave(options.followStart?.(tournamentId, start))
    polled.start = start
  }

  /** Organisers decide by themselves what is shown; so do they when they change the source. */
  function judge({ acceptance, accepted }: Target, { field, requestedAt, asOf, source: { kind } }: Scores) {
    if (kind === 'hand' || kind !== accepted.source.kind) {
      const state = { accepted: { field, requestedAt }, requestedAt, suspectCount: 0 }
      return { verdict: 'accepted' as const, state }
    }
    // The feed does not say when its scores were true.
    if (kind === 'document' && asOf < accepted.asOf) throw olderScores(asOf, accepted.asOf)
    return evaluate(acceptance, { field, requestedAt })
  }

  /** Shows the accepted scores with the corrections in force, if either are new. */
  async function publish(
    tournamentId: number,
    state: AcceptanceState,
    { source: from, courses, asOf }: Target['accepted'],
    reading: Pick<LeaderboardUpdate, 'requestedAt' | 'keepsStale'>,
  ): Promise<void> {
    if (!state.accepted) return
    const { field } = state.accepted
    const corrections = await findOpenScoreCorrections(tournamentId, field)
    const { corrected, uncorrected } = toCorrectedField(field, corrections, from)
    const extras = { courses, uncorrected, asOf: asOf.toISOString() }
    await hub.update(tournamentId, { field: corrected, source: from, extras, ...reading })
  }

  /** Ends the corrections with which the source agrees, and returns the others. */
  async function findOpenScoreCorrections(tournamentId: number, field: Field): Promise<ScoreCorrection[]> {
    const golfers = new Map(field.golfersScores.map((golfer) => [golfer.espnId, golfer]))
    const open: ScoreCorrection[] = []
    for (const correction of await listActiveScoreCorrections(db, tournamentId)) {
      const golfer = golfers.get(correction.espnId)
      const seen = golfer && toSeenSource(correction, golfer, field)
      const left = seen ? findUnsettled(correction, golfer, { before: correction.seen, now: seen }) : correction
      if (!seen || left === correction) {
        if (seen && !isSame(seen, correction.seen)) await saveSeenSource(db, correction.id, seen)
        open.push(correction)
        continue
      }
      const now = clock.now()
      await settle(tournamentId, correction, left && { scores: left, seen }, now)
      if (left) open.push({ ...correction, ...left, at: now.toISOString() })
    }
    return open
  }

  /** `rest`: what the source does not say yet, which another correction keeps; null if it says everything. */
  function settle(
    tournamentId: number,
    { id: correctionId, espnId }: StoredScoreCorrection,
    rest: { scores: CorrectedScores; seen: SeenSource } | null,
    now: Date,
  ): Promise<void> {
    return inTransaction(db, async (trx) => {
      const isEnded = rest
        ? await keepRestOfScoreCorrection(trx, correctionId, rest, now)
        : await endScoreCorrection(trx, correctionId, null, now)
      // An organiser may have ended it.
      if (!isEnded) return
      const details = { tournamentId, correctionId, espnId }
      await addAuditEntry(trx, { userId: null, action: 'correction settled', details }, now)
    })
  }

  async function recordFailure(polled: Target, error: unknown): Promise<void> {
    options.onFault?.(error instanceof FeedError ? error.reason : 'internal')
    // A correction may be new.
    const { tournamentId, acceptance, accepted } = polled
    const failedAt = clock.now()
    const reading = { requestedAt: failedAt, keepsStale: true }
    await logFailedSave(publish(tournamentId, acceptance, accepted, reading))
    // Final scores never become stale (docs/rules.md, 7.6).
    if (acceptance.accepted?.field.event.completed) return logFailedSave(status.recordFinal())
    await logFailedSave(hub.markStale(tournamentId, describeReason(error), failedAt))
    await logFailedSave(status.recordFault(tournamentId, error, failedAt))
  }

  /** A failed save is retried with the next response; polling must continue. */
  async function logFailedSave(saving: Promise<void> | undefined): Promise<void> {
    await saving?.catch((error: unknown) =>
      log[findFailureLevel(error)]({ err: error }, 'failed to save what a poll has found'),
    )
  }

  return {
    /** Polls the active tournament while the lease is valid. Only the leader is started. */
    start(acquired = permanentLease): void {
      lease = acquired
      wake()
    },
    /** Looks up the active tournament again, and polls it if a poll is due. Resolves without waiting for the poll. */
    refreshTarget,
    /** Polls immediately, or joins the poll in flight. Resolves when the response has been handled. */
    async pollNow(): Promise<void> {
      if (target && isLeader()) await poll(target)
    },
    /** Polls after the poll in flight, because an organiser has changed the scores or their source. */
    async refreshScores(): Promise<void> {
      await target?.polling
      if (target && isLeader()) await poll(target)
    },
    stop(): void {
      lease = undefined
      target = undefined
      cancelTimer()
    },
  }
}

function olderScores(asOf: Date, shown: Date): FeedError {
  const [old, current] = [asOf.toISOString(), shown.toISOString()]
  return new FeedError(
    'invalid',
    `The source of scores has older scores than the board: updated is ${old}, not ${current}.`,
  )
}

function isSame(a: SeenSource, b: SeenSource | null): boolean {
  return b !== null && a.toPar === b.toPar && a.holes === b.holes
}

/** The feed may retract the end; until the end is accepted, the event is polled as usual. */
function isOver({ accepted, suspectCount }: AcceptanceState): boolean {
  return accepted?.field.event.completed === true && suspectCount === 0
}
