import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mailer.ts'
import { type ClaimedMail, claimDueMail, markFailed, markSent } from './outbox-store.ts'

export type Outbox = {
  start(): void
  /**
   * Waits for the mail that is being sent and closes the connection. The rest is left for the next start or another
   * process.
   */
  stop(): Promise<void>
  /** Call after a commit that added mail: sends it now instead of at the next poll, within 30 s. */
  wake(): void
  /** Sends all due mails and returns their number. */
  deliverDue(): Promise<number>
}

export type Timers = {
  setTimeout(work: () => void, milliseconds: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout | undefined): void
}

type Options = { db: Db; mailer: Mailer; clock: Pick<Clock, 'now'>; log: Log; timers: Timers }

const pollMs = 30_000
const leaseMs = 5 * 60_000
const minute = 60_000
/** Delays before the second, third, … attempt: about two days in total. */
const retryDelaysMs = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute)

/**
 * Sends the mails in the outbox, at least once each. Several processes may run it: each mail is claimed by one of them. If
 * a process is killed after sending and before recording it, that mail is sent twice with the same Message-ID.
 */
export function createOutbox({ db, mailer, clock, log, timers }: Options): Outbox {
  let running: Promise<number> | undefined
  let runAgain = false
  let started = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function send(mail: ClaimedMail): Promise<boolean> {
    try {
      await mailer.send(mail)
    } catch (error) {
      const wait = isFinal(error) ? undefined : retryDelaysMs[mail.attempts - 1]
      const next = wait === undefined ? null : new Date(clock.now().getTime() + wait)
      const reason = error instanceof Error ? error.message : String(error)
      await markFailed(db, mail.id, reason, next)
      log.warn(
        { reason: redactAddresses(reason), mail: mail.id, attempts: mail.attempts, isGivenUp: !next },
        'failed to send an email',
      )
      return false
    }
    await markSent(db, mail.id, clock.now())
    return true
  }

  async function deliverAll(): Promise<number> {
    let sent = 0
    while (!stopped) {
      const now = clock.now()
      const mail = await claimDueMail(db, now, new Date(now.getTime() + leaseMs))
      if (!mail) break
      if (await send(mail)) sent += 1
    }
    return sent
  }

  async function runOnce(): Promise<void> {
    timers.clearTimeout(timer)
    runAgain = false
    try {
      await deliverDue()
    } catch (error) {
      log.error({ err: error }, 'failed to read the outbox; will retry')
    }
    if (started) timer = timers.setTimeout(() => void runOnce(), runAgain ? 0 : pollMs)
  }

  function deliverDue(): Promise<number> {
    running ??= deliverAll().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    start() {
      started = true
      stopped = false
      void runOnce()
    },
    async stop() {
      started = false
      stopped = true
      timers.clearTimeout(timer)
      await running?.catch(() => 0)
      mailer.closeIdle()
    },
    wake() {
      runAgain = true
      if (started && !running) void runOnce()
    },
    deliverDue,
  }
}

/** The log omits recipients: before the start, they could reveal who picked a withdrawn golfer. */
function redactAddresses(reason: string): string {
  return reason.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '(address)')
}

/** A permanent failure, such as an unknown mailbox: a retry would not help. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string }
  return responseCode !== undefined && responseCode >= 550 && responseCode <= 554 && command !== 'CONN'
}
