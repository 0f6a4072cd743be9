import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { maintainConnection, waitForAbort } from './dedicated-connection.ts'

/** What one process tells all of them, itself included: that something of a tournament, or a cache, is new. */
export type EventTopic = 'leaderboard' | 'feed-checked' | 'tournament' | 'users' | 'cache'

export type EventBus = {
  /**
   * To be called after the commit. `subjectId` is a tournament's id, or 0 for all. Never rejects: what cannot be told now
   * is told as soon as it can be.
   */
  publish(topic: EventTopic, subjectId: number): Promise<void>
  /** The listener must not throw. Returns its own undo. */
  subscribe(listener: (topic: EventTopic, subjectId: number) => void): () => void
  /** Runs after a time without news (a lost connection): whatever may have been missed must be looked up. */
  onReconnect(listener: () => void): void
  close(): Promise<void>
}

const channel = 'player_pool_events'

/**
 * One process on SQLite tells itself; several on PostgreSQL use NOTIFY. There it waits until news is heard; a lost
 * connection is tried again after `retryMs`.
 */
export async function openEventBus(config: DatabaseConfig, log: Log, retryMs = 1000): Promise<EventBus> {
  return config.kind === 'sqlite' ? createInProcessEventBus() : openPostgresEventBus(config.url, log, retryMs)
}

function createInProcessEventBus(): EventBus {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    async publish(topic, subjectId) {
      emitter.emit('message', topic, subjectId)
    },
    subscribe(listener) {
      emitter.on('message', listener)
      return () => emitter.off('message', listener)
    },
    onReconnect() {},
    async close() {
      emitter.removeAllListeners()
    },
  }
}

async function openPostgresEventBus(url: string, log: Log, retryMs: number): Promise<EventBus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const subscribed = Promise.withResolvers<void>()
  // The same news twice is one line here: it is sent after both of the commits that it is about.
  const unsent = new Set<string>()
  let listening: Client | undefined
  let sending = Promise.resolve()

  const connection = maintainConnection({
    url,
    purpose: 'events',
    retryMs,
    log,
    async onConnected(client, signal) {
      client.on('notification', ({ payload }) => {
        const [topic, subjectId] = (payload ?? '').split(' ')
        emitter.emit('message', topic, Number(subjectId))
      })
      await client.query(`listen ${channel}`)
      listening = client
      subscribed.resolve()
      // Nobody has asked to be told of gaps when the first connection is made.
      emitter.emit('reconnect')
      await enqueueSend()
      await waitForAbort(signal)
      listening = undefined
    },
  })

  function enqueueSend(): Promise<void> {
    sending = sending.then(sendPending)
    return sending
  }

  async function sendPending(): Promise<void> {
    const client = listening
    if (!client) return
    for (const line of [...unsent]) {
      unsent.delete(line)
      try {
        await client.query('select pg_notify($1, $2)', [channel, line])
      } catch (error) {
        unsent.add(line)
        log.warn({ err: error, news: line }, 'failed to publish an event; it will be sent after reconnecting')
        // One that failed once may hang for ever; its end brings the next one.
        await client.end()
        return
      }
    }
  }

  await subscribed.promise
  return {
    publish(topic, subjectId) {
      unsent.add(`${topic} ${subjectId}`)
      return enqueueSend()
    },
    subscribe(listener) {
      emitter.on('message', listener)
      return () => emitter.off('message', listener)
    },
    onReconnect(listener) {
      emitter.on('reconnect', listener)
    },
    async close() {
      await connection.close()
      emitter.removeAllListeners()
    },
  }
}
