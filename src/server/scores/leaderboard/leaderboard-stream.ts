import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { LeaderboardUpdate } from '#contract/leaderboard-contract.ts'
import type { SignedIn } from '#server/platform/http/authenticate.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { LatestLeaderboard, LeaderboardHub } from './leaderboard-hub.ts'

type Listener = {
  reply: FastifyReply
  userId: number
  expiresAt: number
  tournamentId: number
  unsubscribe: () => void
}

export type LeaderboardStreams = ReturnType<typeof createLeaderboardStreams>

/** A client with more unread bytes than this is gone or too slow, and is disconnected. */
const maxBufferedBytes = 16 * 1024

/** A comment in the stream (HTML Living Standard, 9.2.6). */
const keepAlive = ':\n\n'
const beatsPerTurn = 500

/** A larger audience spreads its requests for a new version over `spreadMs`, to avoid a thundering herd. */
const maxConcurrentFetches = 200
const spreadMs = 800

/**
 * Server-sent events for the listeners of a tournament. An event only announces a version; the clients fetch the shared
 * snapshot (docs/decisions/002-the-stream-announces-versions.md).
 */
export function createLeaderboardStreams(hub: LeaderboardHub) {
  const listeners = new Set<Listener>()
  let isClosed = false

  function toText({ message, feedChecked }: LatestLeaderboard, event: string, tournamentId: number): string {
    const isLarge = hub.countListeners(tournamentId) > maxConcurrentFetches
    const update: LeaderboardUpdate = { version: message.version, feedChecked, spreadMs: isLarge ? spreadMs : 0 }
    return `event: ${event}\nid: ${update.version}\ndata: ${JSON.stringify(update)}\n\n`
  }

  function send(listener: Listener, text: string): void {
    const { raw } = listener.reply
    if (raw.writableLength > maxBufferedBytes) drop(listener)
    else raw.write(text)
  }

  function drop(listener: Listener): void {
    removeListener(listener)
    listener.reply.raw.destroy()
  }

  /** Removed first: nothing may be written while the connection closes. */
  function end(listener: Listener): void {
    removeListener(listener)
    listener.reply.raw.end()
  }

  function removeListener(listener: Listener): void {
    listeners.delete(listener)
    listener.unsubscribe()
  }

  /** A page that is still signed in reconnects. */
  function endAll(): void {
    for (const listener of listeners) end(listener)
  }

  return {
    /** Responds with a stream that ends when the token expires, the server stops or the client stops reading. */
    async open(reply: FastifyReply, tournamentId: number, { user, tokenExpiresAt }: SignedIn): Promise<void> {
      const latest = await hub.findLatest(tournamentId)
      const { raw } = reply
      if (isClosed) throw new Problem('unavailable', { retryAfterSeconds: 2 })
      reply.hijack()
      if (raw.destroyed) return
      raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Buffering proxies would delay the events.
        'X-Accel-Buffering': 'no',
      })
      const listener: Listener = {
        reply,
        userId: user.id,
        expiresAt: tokenExpiresAt.getTime(),
        tournamentId,
        unsubscribe: hub.subscribe(tournamentId, (board, kind) => send(listener, toText(board, kind, tournamentId))),
      }
      listeners.add(listener)
      raw.once('close', () => removeListener(listener))
      raw.write(latest ? toText(latest, 'leaderboard', tournamentId) : ': waiting for the first leaderboard\n\n')
    },

    count: () => listeners.size,

    /** Keeps connections open and ends those whose token has expired. Call it about every 15 seconds. */
    async sendHeartbeat(now: Date): Promise<void> {
      for (const listener of listeners) if (now.getTime() >= listener.expiresAt) end(listener)
      for (const listener of listeners) {
        const latest = await hub.findLatest(listener.tournamentId)
        if (listeners.has(listener))
          send(listener, latest ? toText(latest, 'checked', listener.tournamentId) : ': still waiting\n\n')
      }
    },

    /** Shows the clients that the connection is alive. Call it about every 4 seconds; other work runs in between. */
    async sendKeepAlive(): Promise<void> {
      let sent = 0
      for (const listener of listeners) {
        send(listener, keepAlive)
        sent += 1
        if (sent % beatsPerTurn === 0) await setImmediate()
      }
    },

    /** Ends the streams of a user whose tokens may have become invalid. A page that is still signed in reconnects. */
    endOf(userId: number): void {
      for (const listener of listeners) if (listener.userId === userId) end(listener)
    },

    /** Ends all streams, and refuses new ones. */
    close(): void {
      isClosed = true
      endAll()
    },

    endAll,
  }
}
