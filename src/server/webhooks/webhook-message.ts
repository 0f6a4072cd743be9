import { composeMail } from '../mail/account-messages.ts'
import type { MailMessage } from '../mail/mail-queue.ts'

type Parts = {
  /** The service, and the part of the address that may be shown. */
  chat: string
  pool: string
  reason: string
  url: string
}

/** Tells organisers that the pool can no longer post to a chat. */
export function deadWebhookMessage({ chat, pool, reason, url }: Parts): MailMessage {
  return composeMail({
    subject: 'Posts to a chat have stopped',
    paragraphs: [
      'Hello,',
      `${pool} can no longer post to a chat in ${chat}. ${reason}`,
      'Posts to it are switched off. On the admin page, remove it, or add a new webhook that you have created in the chat:',
    ],
    action: { text: 'Open the Admin page', url },
  })
}
