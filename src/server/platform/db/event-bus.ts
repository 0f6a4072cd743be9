import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import { createMutex } from '#server/platform/concurrency/mutex.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { type ConnectionTiming, defaultTiming, maintainConnection, sendHeartbeats } from './dedicated-connection.ts'

/** The subject that has changed. Subscribers read the new state from the database. */
export type EventTopic = 'leaderboard' | 'feed-checked' | 'tournament' | 'scores' | 'users' | 'cache'

export type EventBus = Awaited<ReturnType<typeof openEventBus>>

const channel = 'player_pool_events'

/**
 * On SQLite a pool has one process and no peers; on PostgreSQL events travel by LISTEN/NOTIFY. Resolves when the
 * process listens; a lost connection is replaced.
 */
export async function openEventBus(config: DatabaseConfig, log: Log, timing: Partial<ConnectionTiming> = {}) {
  const emitter = new EventEmitter().setMaxListeners(0)
  const peers =
    config.kind === 'postgres' ? await connectPeers(emitter, config.url, log, { ...defaultTiming, ...timing }) : noPeers
  return {
    /**
     * Calls this process's subscribers at once and publishes to the other processes. Call it after the commit.
     * `subjectId` is a tournament's id, or 0 for all. Never rejects: a failed event is sent after reconnecting.
     */
    publish(topic: EventTopic, subjectId: number): Promise<void> {
      emitter.emit('event', topic, subjectId)
      return peers.publish(topic, subjectId)
    },
    /** Publishes only to the other processes: this one has already applied the change. */
    publishToPeers: peers.publish,
    /** The listener must not throw. Returns the function to unsubscribe. */
    subscribe(listener: (topic: EventTopic, subjectId: number) => void): () => void {
      emitter.on('event', listener)
      return () => emitter.off('event', listener)
    },
    /** Runs after a reconnection: events may have been missed, so reload the data they announce. */
    onReconnect(listener: () => void): void {
      emitter.on('reconnect', listener)
    },
    async close(): Promise<void> {
      await peers.close()
      emitter.removeAllListeners()
    },
  }
}

type Peers = { publish(topic: EventTopic, subjectId: number): Promise<void>; close(): Promise<void> }

const noPeers: Peers = { async publish() {}, async close() {} }

async function connectPeers(emitter: EventEmitter, url: string, log: Log, timing: ConnectionTiming): Promise<Peers> {
  const subscribed = Promise.withResolvers<void>()
  // NOTIFY reaches its sender too. A process recognises its own events by this id and ignores them.
  const processId = randomUUID()
  // A set coalesces equal events: one notification, sent after both commits, announces both.
  const unsent = new Set<string>()
  let listening: Client | undefined
  const runExclusively = createMutex()

  const connection = maintainConnection({
    url,
    purpose: 'events',
    timing,
    log,
    async onConnected(client, signal) {
      client.on('notification', ({ payload = '' }) => {
        const [topic, subjectId, senderId] = payload.split(' ')
        if (senderId !== processId) emitter.emit('event', topic, Number(subjectId))
      })
      await client.query(`listen ${channel}`)
      listening = client
      subscribed.resolve()
      // Nobody listens for this yet when the first connection opens.
      emitter.emit('reconnect')
      await runExclusively(sendPending)
      await sendHeartbeats(client, timing.heartbeatMs, signal).finally(() => {
        listening = undefined
      })
    },
  })

  async function sendPending(): Promise<void> {
    const client = listening
    if (!client) return
    for (const event of [...unsent]) {
      unsent.delete(event)
      try {
        await client.query('select pg_notify($1, $2)', [channel, `${event} ${processId}`])
      } catch (error) {
        unsent.add(event)
        log.warn({ err: error, event }, 'failed to publish an event; it will be sent after reconnecting')
        // After one failure this connection may hang indefinitely, so it is replaced.
        await client.end()
        return
      }
    }
  }

  await subscribed.promise
  return {
    publish(topic, subjectId) {
      unsent.add(`${topic} ${subjectId}`)
      return runExclusively(sendPending)
    },
    close: connection.close,
  }
}
