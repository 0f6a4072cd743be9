import { inRetriedTransaction } from '../db/database.ts'
import { DeliveryError, type Failure } from './delivery-error.ts'
import type { Channel, GivenUp, OutboxOptions } from './outbox-channel.ts'
import { type Claim, claimMessage, markFailed, markGivenUp, markSent, postponeMessagesTo } from './outbox-store.ts'

const minute = 60_000
/** Delays before the second, third, … attempt: about two days in total. */
const defaultDelaysMs = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute)
/** The delay before another attempt to record an outcome. */
const recordRetryMs = 1000

export type DeliveryStep = {
  /** Sends one message and records its outcome. */
  deliverNext(): Promise<'sent' | 'failed' | 'nothing-due'>
  /** Messages being sent are still sent, but failing to record their outcome is not retried. */
  stop(): void
}

/** Sends messages of one channel, one per call, and records their outcomes. */
export function createDelivery(channel: Channel, { db, clock, log, timers }: OutboxOptions): DeliveryStep {
  const delaysMs = channel.retryDelaysMs ?? defaultDelaysMs
  let isStopped = false

  /** A message whose outcome is not recorded is sent again, so a moment without the database must not repeat it. */
  async function record(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        log.error({ err: error, channel: channel.name }, 'failed to record the outcome of a message')
        if (isStopped) throw error
        await new Promise<void>((done) => void timers.setTimeout(done, recordRetryMs))
      }
    }
  }

  async function recordFailure(claim: Claim, failure: Failure, reason: string): Promise<void> {
    const { id, attempts, recipient } = claim.message
    const afterMs = failure.kind === 'later' ? failure.afterMs : undefined
    const delay = failure.kind === 'later' ? (afterMs ?? delaysMs[attempts]) : undefined
    const isGivenUp = delay === undefined
    const details = { reason: redactAddresses(reason), channel: channel.name, message: id, attempts: attempts + 1 }
    log.warn({ ...details, isGivenUp }, 'failed to send a message')
    if (isGivenUp) return recordEnd(claim, { kind: failure.kind === 'later' ? 'exhausted' : failure.kind, reason })
    const until = new Date(clock.now().getTime() + delay)
    await record(() =>
      inRetriedTransaction(db, async (trx) => {
        await markFailed(trx, claim, { reason, until, isAttempt: afterMs === undefined })
        if (afterMs !== undefined) await postponeMessagesTo(trx, { channel: channel.name, recipient, until })
      }),
    )
  }

  async function recordEnd(claim: Claim, end: GivenUp): Promise<void> {
    await record(() =>
      inRetriedTransaction(db, async (trx) => {
        await markGivenUp(trx, claim, end.reason)
        await channel.onGivenUp?.(trx, claim.message, end)
      }),
    )
  }

  async function deliver(claim: Claim): Promise<'sent' | 'failed'> {
    if (claim.expiresAt !== null && claim.expiresAt <= clock.now().toISOString()) {
      await recordEnd(claim, { kind: 'expired', reason: 'it expired before it could be sent' })
      return 'failed'
    }
    try {
      await channel.send(claim.message)
    } catch (error) {
      const failure = error instanceof DeliveryError ? error.failure : ({ kind: 'later' } as const)
      await recordFailure(claim, failure, error instanceof Error ? error.message : String(error))
      return 'failed'
    }
    await record(() => markSent(db, claim, clock.now()))
    return 'sent'
  }

  return {
    async deliverNext() {
      const claim = await claimMessage(db, channel, clock.now())
      return claim ? deliver(claim) : 'nothing-due'
    },
    stop() {
      isStopped = true
    },
  }
}

/** The log omits recipients: before the start, they could reveal who picked a withdrawn golfer. */
function redactAddresses(reason: string): string {
  return reason.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '(address)')
}
