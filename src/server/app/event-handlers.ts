import { findFailureLevel } from '#server/platform/db/database-errors.ts'
import type { Log } from '#server/platform/log/log.ts'
import { expireSourceCopies } from '#server/pool/tournament-setup/source-copy-store.ts'
import type { Services } from './services.ts'
import type { SharedState } from './shared-state.ts'

/** Leaderboard events come from other processes only, all other events from this one as well. */
export function subscribeToEvents(
  { database: { db }, eventBus }: SharedState,
  services: Services,
  log: Log,
): () => void {
  const { hub, feed, authenticator, responses, seasons, events, summaries, verifier } = services
  const logFailure = (error: unknown) => log[findFailureLevel(error)]({ err: error }, 'failed to handle an event')

  function clearCaches(): void {
    authenticator.clearCache()
    responses.clear()
    seasons.clear()
    events.clear()
    // Data from other servers stays in use until a refresh succeeds.
    expireSourceCopies(db).catch(logFailure)
    summaries.invalidate()
    verifier.invalidateKeys()
  }

  eventBus.onReconnect(() => {
    hub.resync().catch(logFailure)
    clearCaches()
    feed.refreshTarget().catch(logFailure)
  })
  return eventBus.subscribe((topic, subjectId) => {
    if (topic === 'leaderboard') hub.reload(subjectId, 'leaderboard').catch(logFailure)
    if (topic === 'feed-checked') hub.reload(subjectId, 'checked').catch(logFailure)
    if (topic === 'tournament') {
      feed.refreshTarget().catch(logFailure)
      services.poolEvents.wake()
      // A corrected result may be among the messages.
      services.outbox.wake()
    }
    // Organisers have entered or corrected scores.
    if (topic === 'scores') {
      feed.refreshScores().catch(logFailure)
      services.poolEvents.wake()
    }
    if (topic === 'users') {
      seasons.clear()
      // 0 means that many users have changed and nobody has been signed out.
      services.streams.endOf(subjectId)
    }
    if (topic === 'cache') {
      hub.clear()
      clearCaches()
      feed.refreshTarget().catch(logFailure)
    }
  })
}
