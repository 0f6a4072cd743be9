import type { Channel, Failure } from '../outbox/outbox-channel.ts'
import type { MailMessage } from './mail-queue.ts'
import type { Mailer } from './mailer.ts'

/** Emails are sent one after another, over one connection. */
export function createMailChannel(mailer: Mailer): Channel {
  return {
    name: 'mail',
    concurrency: 1,
    // Written by `addMails`.
    send: ({ payload, ...mail }, handOver) => mailer.send({ ...mail, message: payload as MailMessage }, handOver),
    classify,
    closeIdle: mailer.closeIdle,
  }
}

/** A permanent failure, such as an unknown mailbox: a retry would not help. */
function classify(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: 'later' }
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string }
  const isFinal = responseCode !== undefined && responseCode >= 550 && responseCode <= 554 && command !== 'CONN'
  return { kind: isFinal ? 'refused' : 'later' }
}
