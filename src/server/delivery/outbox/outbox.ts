import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { findFailureLevel } from '#server/platform/db/database-errors.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type Channel, DeliveryError, type Failure, type GivenUp } from './outbox-channel.ts'
import {
  type Claim,
  claimMessage,
  findNextAttempt,
  isReplaced,
  markFailed,
  markGivenUp,
  markSent,
  postponeMessagesTo,
  type Retry,
} from './outbox-store.ts'

const pollMs = 30_000
/** A message that is due but cannot be claimed yet must not cause a busy loop. */
const minPauseMs = 100

type Options = { db: Database['db']; clock: Pick<Clock, 'now'>; log: Log }

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends each message in the outbox at least once, and only a crash between sending and recording repeats one
 * (docs/architecture.md, "The path of a message").
 */
export function createOutbox({ channels, ...options }: Options & { channels: readonly Channel[] }) {
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
      await settleAll(runs.map((run) => run.stop()))
    },
    /** Call after a commit that added messages: sends them now instead of at the next poll, within 30 s. */
    wake(): void {
      for (const run of runs) run.wake()
    },
    /** Sends all due messages and returns their number. */
    async deliverDue(): Promise<number> {
      return sum(await settleAll(runs.map((run) => run.deliverDue())))
    },
  }
}

/** Sends the due messages of one channel when it is woken, when the next one is due, and every 30 seconds. */
function createChannelRun(channel: Channel, options: Options) {
  const { db, clock, log } = options
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
    running ??= settleAll(Array.from({ length: channel.concurrency }, deliverUntilNoneIsDue))
      .then(sum)
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function findPause(): Promise<number> {
    const next = await findNextAttempt(db, channel, clock.now())
    if (next === undefined) return pollMs
    return Math.min(pollMs, Math.max(minPauseMs, next.getTime() - clock.now().getTime()))
  }

  async function runOnce(): Promise<void> {
    clearTimeout(timer)
    mustRunAgain = false
    let pause = pollMs
    try {
      await deliverDue()
      pause = await findPause()
    } catch (error) {
      log[findFailureLevel(error)]({ err: error, channel: channel.name }, 'failed to read the outbox; will retry')
    }
    if (!isStarted) return
    clearTimeout(timer)
    timer = setTimeout(() => void runOnce(), mustRunAgain ? 0 : pause)
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
      clearTimeout(timer)
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

/** Waits for all of them, also after an error, which it then throws. */
async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const minute = 60_000
/** Delays before the second, third, … attempt: about two days in total. */
const defaultDelaysMs = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute)
const recordAttempts = 5
const recordRetryMs = 1000

/** Sends a claimed message and records the outcome. Returns whether it was sent. */
async function deliver(
  claim: Claim,
  channel: Channel,
  { db, clock, log, failing }: Options & { failing: Set<string> },
): Promise<boolean> {
  // Each chat fails by itself; emails share a mail server, and devices a few push services.
  const receiver = channel.name === 'webhook' ? claim.message.recipient : channel.name
  if (claim.expiresAt !== null && claim.expiresAt <= clock.now().toISOString()) {
    await giveUp({ kind: 'expired', reason: 'it expired before it could be sent' })
    return false
  }
  if (await isReplaced(db, channel.name, claim, clock.now())) {
    // The recipient gets a newer message instead, so for them it counts as sent.
    await record((trx) => markSent(trx, claim, clock.now(), 'replaced by a newer message'))
    return false
  }
  try {
    await channel.send(claim.message)
  } catch (error) {
    const failure: Failure = error instanceof DeliveryError ? error.failure : { kind: 'later' }
    await recordFailure(failure, error instanceof Error ? error.message : String(error))
    return false
  }
  await record((trx) => markSent(trx, claim, clock.now(), channel.sentNote ?? null))
  if (failing.delete(receiver)) log.info({ channel: channel.name, receiver }, 'messages are sent again')
  return true

  async function recordFailure({ kind, afterMs }: Failure, reason: string): Promise<void> {
    const { id, attempts, recipient } = claim.message
    const now = clock.now()
    const next = kind === 'later' ? findNextTime(now) : undefined
    const details = { reason: redactAddresses(reason), channel: channel.name, message: id, attempts: attempts + 1 }
    if (kind === 'later') failing.add(receiver)
    log.warn({ ...details, isGivenUp: next === undefined }, 'failed to send a message')
    if (next === undefined) return giveUp({ kind: kind === 'later' ? 'exhausted' : kind, reason })
    const { until, isPause } = next
    await record(async (trx) => {
      await markFailed(trx, claim, { ...next, reason })
      if (isPause) await postponeMessagesTo(trx, channel.name, recipient, until)
    })

    /** Undefined after the last attempt. An attempt before its time, because of a newer message, changes nothing. */
    function findNextTime(now: Date): Pick<Retry, 'until' | 'isPause' | 'isAttempt'> | undefined {
      if (afterMs !== undefined) return { until: addTime(now, afterMs), isPause: true, isAttempt: false }
      const { retryAt } = claim
      if (retryAt !== null && retryAt > now.toISOString())
        return { until: new Date(retryAt), isPause: false, isAttempt: false }
      const delay = (channel.retryDelaysMs ?? defaultDelaysMs)[attempts]
      return delay === undefined ? undefined : { until: addTime(now, delay), isPause: false, isAttempt: true }
    }
  }

  async function giveUp(end: GivenUp): Promise<void> {
    await record(async (trx) => {
      await markGivenUp(trx, claim, end.reason)
      await channel.onGivenUp?.(trx, claim.message, end)
    })
  }

  /** A message whose outcome is not recorded is sent again, so a moment without the database must not repeat it. */
  async function record(work: (trx: Db) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inRetriedTransaction(db, work)
      } catch (error) {
        log[findFailureLevel(error)]({ err: error, channel: channel.name }, 'failed to record the outcome of a message')
        if (attempt === recordAttempts) throw error
        await new Promise<void>((done) => void setTimeout(done, recordRetryMs))
      }
    }
  }
}

const addTime = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** The log omits recipients: before the start, they could reveal who picked a withdrawn golfer. */
function redactAddresses(reason: string): string {
  return reason.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '(address)')
}
