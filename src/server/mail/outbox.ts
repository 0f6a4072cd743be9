import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mailer.ts'
import { type ClaimedMail, claimDueMail, markFailed, markSent } from './outbox-store.ts'

export type Outbox = {
  start(): void
  /**
   * Waits for the mail that is under way, and leaves the others for the next start, or another process. The connection
   * to the mail server is closed.
   */
  stop(): Promise<void>
  /** To be called after a commit that added mail: it leaves now instead of within half a minute. */
  wake(): void
  /** Sends what is due and answers how many mails left. */
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
/** Waits before the second, third, … attempt: about two days in all. */
const retryDelaysMs = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute)

/**
 * Sends what stands in the outbox. Several processes may do so at once: each mail is claimed by one. A process that
 * is killed between sending and noting it makes that one mail leave twice, with the same Message-ID, never not at all.
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
        'failed to send an e-mail',
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

/** The log is not told who got mail: before the start that can tell whose golfer has withdrawn. */
function redactAddresses(reason: string): string {
  return reason.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '(address)')
}

/** The other side knows no such mailbox, or wants nothing from us: asking again changes nothing. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string }
  return responseCode !== undefined && responseCode >= 550 && responseCode <= 554 && command !== 'CONN'
}
