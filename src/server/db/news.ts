import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { keepConnection, untilAborted } from './kept-connection.ts'

/** What one process tells all of them, itself included: that something of a tournament, or a cache, is new. */
export type NewsTopic = 'leaderboard' | 'feed-checked' | 'tournament' | 'users' | 'cache'

export type News = {
  /**
   * To be called after the commit. `about` is a tournament's id, or 0 for all. Never rejects: what cannot be told now
   * is told as soon as it can be.
   */
  publish(topic: NewsTopic, about: number): Promise<void>
  /** The listener must not throw. Returns its own undo. */
  subscribe(listener: (topic: NewsTopic, about: number) => void): () => void
  /** Runs after a time without news (a lost connection): whatever may have been missed must be looked up. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const channel = 'player_pool_news'

/**
 * One process on SQLite tells itself; several on PostgreSQL use NOTIFY. There it waits until news is heard; a lost
 * connection is tried again after `retryMs`.
 */
export async function openNews(config: DatabaseConfig, log: Log, retryMs = 1000): Promise<News> {
  return config.kind === 'sqlite' ? createLocalNews() : openPostgresNews(config.url, log, retryMs)
}

function createLocalNews(): News {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    async publish(topic, about) {
      emitter.emit('news', topic, about)
    },
    subscribe(listener) {
      emitter.on('news', listener)
      return () => emitter.off('news', listener)
    },
    onGap() {},
    async close() {
      emitter.removeAllListeners()
    },
  }
}

async function openPostgresNews(url: string, log: Log, retryMs: number): Promise<News> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const heard = Promise.withResolvers<void>()
  // The same news twice is one line here: it is sent after both of the commits that it is about.
  const unsent = new Set<string>()
  let listening: Client | undefined
  let sending = Promise.resolve()

  const connection = keepConnection({
    url,
    purpose: 'news',
    retryMs,
    log,
    async use(client, over) {
      client.on('notification', ({ payload }) => {
        const [topic, about] = (payload ?? '').split(' ')
        emitter.emit('news', topic, Number(about))
      })
      await client.query(`listen ${channel}`)
      listening = client
      heard.resolve()
      // Nobody has asked to be told of gaps when the first connection is made.
      emitter.emit('gap')
      await sendInTurn()
      await untilAborted(over)
      listening = undefined
    },
  })

  function sendInTurn(): Promise<void> {
    sending = sending.then(sendUnsent)
    return sending
  }

  async function sendUnsent(): Promise<void> {
    const client = listening
    if (!client) return
    for (const line of [...unsent]) {
      unsent.delete(line)
      try {
        await client.query('select pg_notify($1, $2)', [channel, line])
      } catch (error) {
        unsent.add(line)
        log.warn({ err: error, news: line }, 'news could not be told; it is told with the next connection')
        // One that failed once may hang for ever; its end brings the next one.
        await client.end()
        return
      }
    }
  }

  await heard.promise
  return {
    publish(topic, about) {
      unsent.add(`${topic} ${about}`)
      return sendInTurn()
    },
    subscribe(listener) {
      emitter.on('news', listener)
      return () => emitter.off('news', listener)
    },
    onGap(listener) {
      emitter.on('gap', listener)
    },
    async close() {
      await connection.close()
      emitter.removeAllListeners()
    },
  }
}
