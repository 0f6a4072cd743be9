import type { Field } from '#domain/field/field.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { FeedError, refusals } from './feed-error.ts'
import type { EventSource } from './score-source.ts'
import { type FaultKind, findSourceStatus, type SourceFault, saveSourceStatus } from './source-status-store.ts'

type Options = { db: Db; log: Log; now: () => Date; isDocument: boolean }

/** Remembers why the source fails and since when, and logs each change with what the operator can do. */
export function watchSource(source: EventSource, { db, log, now, isDocument }: Options): EventSource {
  async function record(error: unknown, previous: Field | null): Promise<void> {
    const { fault: before } = await findSourceStatus(db)
    const kind = error === null || previous?.event.completed ? null : isDocument ? 'document' : toFaultKind(error)
    if (kind === (before?.kind ?? null)) return
    const since = before?.since ?? now().toISOString()
    const reason = error instanceof FeedError ? error.message : 'The scores could not be updated.'
    const fault = kind && { kind, reason, since }
    await saveSourceStatus(db, { fault })
    if (fault) log.warn({ since }, describeFault(fault))
  }

  return {
    ...source,
    async getScores(tournament, previous) {
      try {
        const scores = await source.getScores(tournament, previous)
        await record(null, previous)
        return scores
      } catch (error) {
        await record(error, previous)
        throw error
      }
    },
  }
}

/** A fault of the feed. */
export function toFaultKind(error: unknown): FaultKind {
  const { reason, status = 0 } = error instanceof FeedError ? error : { reason: null }
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
}

/** What has happened, and what the operator and organisers can do. */
export function describeFault({ kind, reason }: Pick<SourceFault, 'kind' | 'reason'>): string {
  return `${reason} ${remedies[kind]} Organisers can enter the scores by hand.`
}
