import type { DeliveryStep } from './delivery.ts'
import type { Channel, OutboxOptions } from './outbox-channel.ts'
import { findNextAttempt } from './outbox-store.ts'

const pollMs = 30_000
/** A message that is due but cannot be claimed yet must not cause a busy loop. */
const minPauseMs = 100

export type ChannelRun = {
  start(): void
  /**
   * Waits until the outcome of the messages being sent is recorded. The rest is left for the next start or another
   * process.
   */
  stop(): Promise<void>
  /** Call after a commit that added messages: sends them now instead of at the next poll, within 30 s. */
  wake(): void
  /** Sends all due messages and returns their number. */
  deliverDue(): Promise<number>
}

/** Sends the due messages of one channel when it is woken, when the next one is due, and every 30 seconds. */
export function createChannelRun(channel: Channel, delivery: DeliveryStep, options: OutboxOptions): ChannelRun {
  const { db, clock, log, timers } = options
  let running: Promise<number> | undefined
  let mustRunAgain = false
  let isStarted = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function deliverUntilNoneIsDue(): Promise<number> {
    let sent = 0
    while (!isStopped) {
      const outcome = await delivery.deliverNext()
      if (outcome === 'nothing-due') break
      if (outcome === 'sent') sent += 1
    }
    return sent
  }

  async function deliverAll(): Promise<number> {
    const counts = await Promise.all(Array.from({ length: channel.concurrency }, deliverUntilNoneIsDue))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  function deliverDue(): Promise<number> {
    running ??= deliverAll().finally(() => {
      running = undefined
    })
    return running
  }

  async function findPause(): Promise<number> {
    if (mustRunAgain) return 0
    const next = await findNextAttempt(db, channel.name)
    if (next === undefined) return pollMs
    return Math.min(pollMs, Math.max(minPauseMs, next.getTime() - clock.now().getTime()))
  }

  async function runOnce(): Promise<void> {
    timers.clearTimeout(timer)
    mustRunAgain = false
    let pause = pollMs
    try {
      await deliverDue()
      pause = await findPause()
    } catch (error) {
      log.error({ err: error, channel: channel.name }, 'failed to read the outbox; will retry')
    }
    if (!isStarted) return
    timers.clearTimeout(timer)
    timer = timers.setTimeout(() => void runOnce(), mustRunAgain ? 0 : pause)
  }

  return {
    start() {
      isStarted = true
      isStopped = false
      void runOnce()
    },
    async stop() {
      isStarted = false
      isStopped = true
      timers.clearTimeout(timer)
      delivery.stop()
      await running?.catch(() => 0)
      channel.closeIdle?.()
    },
    wake() {
      mustRunAgain = true
      if (isStarted && !running) void runOnce()
    },
    deliverDue,
  }
}
