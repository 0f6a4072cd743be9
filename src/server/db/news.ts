import { EventEmitter } from 'node:events'
import { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'

/** What one process tells all of them, itself included: that something of a tournament, or a cache, is new. */
export type NewsTopic = 'leaderboard' | 'feed-checked' | 'tournament' | 'users' | 'cache'

export type News = {
  /** To be called after the commit. `about` is a tournament's id, or 0 for all. */
  publish(topic: NewsTopic, about: number): Promise<void>
  /** The listener must not throw. Returns its own undo. */
  subscribe(listener: (topic: NewsTopic, about: number) => void): () => void
  /** Runs after a time without news (a lost connection): whatever may have been missed must be looked up. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const channel = 'player_pool_news'
const reconnectMs = 1000

/** One process on SQLite tells itself; several on PostgreSQL use NOTIFY. */
export async function openNews(config: DatabaseConfig, log: Log): Promise<News> {
  return config.kind === 'sqlite' ? createLocalNews() : openPostgresNews(config.url, log)
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

async function openPostgresNews(url: string, log: Log): Promise<News> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: url, keepAlive: true })
    next.on('notification', ({ payload }) => {
      const [topic, about] = (payload ?? '').split(' ')
      emitter.emit('news', topic, Number(about))
    })
    next.on('error', (error) => log.warn({ err: error }, 'the connection for news was lost'))
    next.on('end', () => reconnectLater())
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }

  function reconnectLater(): void {
    client = undefined
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(async () => {
      try {
        await connect()
        emitter.emit('gap')
      } catch (error) {
        log.warn({ err: error }, 'news cannot be heard yet')
        reconnectLater()
      }
    }, reconnectMs)
  }

  await connect()
  return {
    async publish(topic, about) {
      // Without a connection nobody here can tell; the others look again when their own gap ends.
      await client?.query('select pg_notify($1, $2)', [channel, `${topic} ${about}`])
    },
    subscribe(listener) {
      emitter.on('news', listener)
      return () => emitter.off('news', listener)
    },
    onGap(listener) {
      emitter.on('gap', listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
