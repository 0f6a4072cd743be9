import { type Channel, DeliveryError } from '#server/delivery/outbox/outbox-channel.ts'
import type { MailAttachment, MailMessage } from './mail.ts'
import type { Mailer } from './mailer.ts'

type SheetFinder = (tournamentId: number) => Promise<MailAttachment | undefined>

/** Emails are sent one after another, over one connection. */
export function createMailChannel(mailer: Mailer, findSheet: SheetFinder = async () => undefined): Channel {
  return {
    name: 'mail',
    concurrency: 1,
    // The mailer's time limits, twice.
    leaseMs: 5 * 60_000,
    // In order, also if several processes send. A mailbox that refuses one email for now may accept the next.
    recipientIntervalMs: 0,
    sentNote: mailer.sentNote,
    async send({ payload, ...mail }) {
      try {
        // Written by `addEmails`.
        const message = payload as MailMessage
        const sheet = message.sheetOf === undefined ? undefined : await findSheet(message.sheetOf)
        const attachments = [...(message.attachments ?? []), ...(sheet ? [sheet] : [])]
        await mailer.send({ ...mail, message: { ...message, attachments } })
      } catch (error) {
        throw isFinal(error) ? new DeliveryError(error.message, { kind: 'refused' }, error) : error
      }
    },
    closeIdle: mailer.closeIdle,
  }
}

/** A permanent failure, such as an unknown mailbox: a retry would not help. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string }
  return responseCode !== undefined && responseCode >= 550 && responseCode <= 554 && command !== 'CONN'
}
