import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { FeedError, refusals } from './feed-error.ts'
import { type FaultKind, findSourceStatus, type SourceFault, saveSourceStatus } from './source-status-store.ts'

type Options = { db: Db; log: Log; isDocument: boolean }

export type SourceStatusRecorder = ReturnType<typeof createSourceStatusRecorder>

/** Stores why the board has no new scores and since when, and logs each change with what the operator can do. */
export function createSourceStatusRecorder({ db, log, isDocument }: Options) {
  return {
    /** A poll has failed, and the board is stale. */
    async recordFault(tournamentId: number, error: unknown, failedAt: Date): Promise<void> {
      const { fault: stored } = await findSourceStatus(db)
      const before = stored?.tournamentId === tournamentId ? stored : null
      const kind = isDocument && error instanceof FeedError ? 'document' : toFaultKind(error)
      const reason = describeReason(error)
      if (before?.kind === kind && before.reason === reason) return
      const fault = { tournamentId, kind, reason, since: before?.since ?? failedAt.toISOString() }
      await saveSourceStatus(db, { fault })
      if (before && withoutNumbers(before) === withoutNumbers(fault)) return
      log.warn({ err: error, since: fault.since }, describeFault(fault))
    },
    /** A poll has succeeded. `unidentified`: the names of golfers without an id, whom the board lacks. */
    async recordSuccess(unidentified: readonly string[] = []): Promise<void> {
      const stored = await findSourceStatus(db)
      const isKnown = unidentified.join() === stored.unidentified.join()
      if (stored.fault === null && isKnown) return
      await saveSourceStatus(db, { fault: null, unidentified })
      if (!isKnown)
        log.warn({ names: unidentified }, 'golfers without an id in the feed, who are left out, have changed')
    },
    /** The scores are final, and no longer depend on polls. */
    async recordFinal(): Promise<void> {
      if ((await findSourceStatus(db)).fault !== null) await saveSourceStatus(db, { fault: null })
    },
  }
}

/** Why a poll failed, as on the board. */
export function describeReason(error: unknown): string {
  return error instanceof FeedError ? error.message : 'The scores could not be updated.'
}

/** A reason can contain a time that differs in each response, which is not worth a line of the log each time. */
function withoutNumbers({ kind, reason }: SourceFault): string {
  return `${kind} ${reason.replace(/\d+/g, '')}`
}

/** A fault of the feed, or of this server. */
export function toFaultKind(error: unknown): FaultKind {
  if (!(error instanceof FeedError)) return 'internal'
  const { reason, status = 0 } = error
  if (reason === 'unknown-event') return 'missing'
  if (refusals[status]) return refusals[status]
  return reason === 'invalid' || reason === 'not-json' || reason === 'not-supported' ? 'changed' : 'failing'
}

const remedies: Readonly<Record<FaultKind, string>> = {
  refused: 'Set FEED_USER_AGENT, or another address in FEED_URL (docs/operations/settings.md, "The feed").',
  missing: 'Check FEED_URL, and whether the event has a new id.',
  throttled: 'Raise FEED_INTERVAL_MS, or set another address in FEED_URL.',
  changed: 'Check FEED_URL; if it is right, look for a newer version of Player Pool.',
  failing: 'Check FEED_URL and this machine’s internet connection.',
  document: 'Check SCORES_URL and SCORES_TOKEN (docs/operations/scores.md).',
  internal: 'The reason is in the log of this server.',
}

/** The fault, and how the operator and organisers can help: a line of the log. */
export function describeFault({ kind, reason }: Pick<SourceFault, 'kind' | 'reason'>): string {
  return `${reason} ${remedies[kind]} Organisers can enter the scores by hand.`
}

/** The same for organisers, who have no settings of the server. */
export function describeFaultToOrganisers({ reason }: Pick<SourceFault, 'reason'>): string {
  return `${reason} Tell the operator: the log of this server says what to do. Organisers can enter the scores by hand.`
}
