import type { FastifyReply } from 'fastify'
import type { LeaderboardUpdate } from '#contract/leaderboard-contract.ts'
import { Problem } from '../http/problem.ts'
import type { LatestLeaderboard } from './leaderboard-cache.ts'
import type { LeaderboardHub } from './leaderboard-hub.ts'

type Listener = { reply: FastifyReply; expiresAt: number; tournamentId: number; unsubscribe: () => void }

export type LeaderboardStreams = ReturnType<typeof createLeaderboardStreams>

/** A listener that has not taken so many bytes of small messages has gone, or reads too slowly to be served. */
const maxBufferedBytes = 16 * 1024

/** So many listeners may fetch a new version at once; a larger audience is spread over the first second. */
const maxConcurrentFetches = 200

const encoder = (event: string, payload: LeaderboardUpdate): string =>
  `event: ${event}\nid: ${payload.version}\ndata: ${JSON.stringify(payload)}\n\n`

/**
 * The listeners of the streams. A message says only that a version is there: its bytes are the ones that everybody
 * fetches, compressed once, and cost the same for a viewer with a stream and one without.
 */
export function createLeaderboardStreams(hub: LeaderboardHub) {
  const listeners = new Set<Listener>()
  let isClosed = false
  // A message is put together once for all listeners of a tournament.
  const texts = new WeakMap<LatestLeaderboard, Map<string, string>>()

  function textOf(board: LatestLeaderboard, event: 'leaderboard' | 'checked', tournamentId: number): string {
    const made = texts.get(board) ?? new Map<string, string>()
    texts.set(board, made)
    const text =
      made.get(event) ??
      encoder(event, {
        version: board.message.version,
        feedChecked: board.feedChecked,
        spreadMs: hub.countListeners(tournamentId) > maxConcurrentFetches ? 800 : 0,
      })
    made.set(event, text)
    return text
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

  /** Nothing may be sent after the end, though the connection may take its time to close. */
  function end(listener: Listener): void {
    removeListener(listener)
    listener.reply.raw.end()
  }

  function removeListener(listener: Listener): void {
    listeners.delete(listener)
    listener.unsubscribe()
  }

  return {
    /** Answers with a stream that ends when the token does, when the server stops, or when nobody reads it. */
    async open(reply: FastifyReply, tournamentId: number, expiresAt: Date): Promise<void> {
      const latest = await hub.findLatest(tournamentId)
      const { raw } = reply
      if (isClosed) throw new Problem('unavailable', { retryAfterSeconds: 2 })
      reply.hijack()
      if (raw.destroyed) return
      raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Proxies that gather answers before passing them on would hold the news back.
        'X-Accel-Buffering': 'no',
      })
      const listener: Listener = {
        reply,
        expiresAt: expiresAt.getTime(),
        tournamentId,
        unsubscribe: () => {},
      }
      listener.unsubscribe = hub.subscribe(tournamentId, (board, kind) =>
        send(listener, textOf(board, kind, tournamentId)),
      )
      listeners.add(listener)
      raw.once('close', () => removeListener(listener))
      raw.write(
        latest ? textOf(latest, 'leaderboard', tournamentId) : ': waiting for the first leaderboard\n\n',
      )
    },

    /** To be called every 15 seconds or so: keeps connections open, and ends those whose token is over. */
    async sendHeartbeat(now: Date): Promise<void> {
      for (const listener of listeners) if (now.getTime() >= listener.expiresAt) end(listener)
      for (const listener of listeners) {
        const latest = await hub.findLatest(listener.tournamentId)
        if (listeners.has(listener))
          send(listener, latest ? textOf(latest, 'checked', listener.tournamentId) : ': still waiting\n\n')
      }
    },

    /** Ends all streams, and refuses new ones. */
    close(): void {
      isClosed = true
      for (const listener of listeners) end(listener)
    },
  }
}
