import { type ChannelRun, createChannelRun } from './channel-run.ts'
import { createDelivery } from './delivery.ts'
import type { Channel, OutboxOptions } from './outbox-channel.ts'

export type Outbox = ChannelRun

/**
 * Sends each message in the outbox at least once, and only a crash between sending and recording repeats one
 * (docs/architecture.md, "The path of a message").
 */
export function createOutbox({ channels, ...options }: OutboxOptions & { channels: readonly Channel[] }): Outbox {
  const runs = channels.map((channel) => createChannelRun(channel, createDelivery(channel, options), options))
  return {
    start() {
      for (const run of runs) run.start()
    },
    async stop() {
      await Promise.all(runs.map((run) => run.stop()))
    },
    wake() {
      for (const run of runs) run.wake()
    },
    async deliverDue() {
      const counts = await Promise.all(runs.map((run) => run.deliverDue()))
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
