import { createApiClient } from '#web/api/api-client.ts'
import { createLiveConnection } from '#web/live/live-connection.ts'
import type { LiveEnvironment } from '#web/live/live-environment.ts'
import { createChangeWaiter } from './change-waiter.ts'

/** Somebody who watches a leaderboard: the browser app's own live connection, outside a browser. */
export type LiveViewer = {
  /** Resolves when scores have changed that were polled after `since`. */
  untilMoved(since: number, signal: AbortSignal): Promise<void>
  close(): void
}

const environment: LiveEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
  isVisible: () => true,
  isOnline: () => true,
  onChange: () => () => {},
}

export function createLiveViewer(url: string, token: string, tournamentId: number): LiveViewer {
  const client = createApiClient(
    { getAccessToken: async () => token, onUnauthorized: async () => undefined },
    { fetch: (path, init) => fetch(url + path, init), origin: url, readCookies: () => '' },
  )
  const connection = createLiveConnection({ client, tournamentId, isActive: true, environment })
  const changes = createChangeWaiter()
  let version = 0
  /** When the newest version was polled from the feed. */
  let polledAt = 0

  const unsubscribe = connection.subscribe(() => {
    const { leaderboard, feedChecked } = connection.getSnapshot()
    if (leaderboard === null || leaderboard.version <= version) return
    version = leaderboard.version
    polledAt = Date.parse(feedChecked ?? '')
    changes.notify()
  })
  return {
    async untilMoved(since, signal) {
      await changes.waitFor(() => polledAt >= since || undefined, signal)
    },
    close: unsubscribe,
  }
}
