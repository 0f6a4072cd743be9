import { deliver } from './delivery.ts'
import type { Channel, OutboxOptions } from './outbox-channel.ts'
import { claimMessage, findNextAttempt } from './outbox-store.ts'

const pollMs = 30_000
/** A message that is due but cannot be claimed yet must not cause a busy loop. */
const minPauseMs = 100

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends each message in the outbox at least once, and only a crash between sending and recording repeats one
 * (docs/architecture.md, "The path of a message").
 */
export function createOutbox({ channels, ...options }: OutboxOptions & { channels: readonly Channel[] }) {
  const runs = channels.map((channel) => createChannelRun(channel, options))
  return {
    start(): void {
      for (const run of runs) run.start()
    },
    /**
     * Waits until the outcome of the messages being sent is recorded. The rest is left for the next start or another
     * process.
     */
    async stop(): Promise<void> {
      await Promise.all(runs.map((run) => run.stop()))
    },
    /** Call after a commit that added messages: sends them now instead of at the next poll, within 30 s. */
    wake(): void {
      for (const run of runs) run.wake()
    },
    /** Sends all due messages and returns their number. */
    async deliverDue(): Promise<number> {
      return sum(await Promise.all(runs.map((run) => run.deliverDue())))
    },
  }
}

/** Sends the due messages of one channel when it is woken, when the next one is due, and every 30 seconds. */
function createChannelRun(channel: Channel, options: OutboxOptions) {
  const { db, clock, log, timers } = options
  const failing = new Set<string>()
  let running: Promise<number> | undefined
  let mustRunAgain = false
  let isStarted = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function deliverUntilNoneIsDue(): Promise<number> {
    for (let sent = 0; ; ) {
      const claim = isStopped ? undefined : await claimMessage(db, channel, clock.now())
      if (!claim) return sent
      if (await deliver(claim, channel, { ...options, failing })) sent += 1
    }
  }

  async function deliverDue(): Promise<number> {
    running ??= Promise.all(Array.from({ length: channel.concurrency }, deliverUntilNoneIsDue))
      .then(sum)
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function findPause(): Promise<number> {
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

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
