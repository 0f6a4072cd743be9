import { composeMail } from '../mail/account-messages.ts'
import type { MailMessage } from '../mail/mail-queue.ts'

type Parts = {
  /** The service, and what of the address may be shown. */
  chat: string
  pool: string
  reason: string
  url: string
}

/** Tells organisers that a chat is not told of events any more. */
export function deadWebhookMessage({ chat, pool, reason, url }: Parts): MailMessage {
  return composeMail({
    subject: 'A chat no longer gets posts',
    paragraphs: [
      'Hello,',
      `${pool} can no longer post to a chat in ${chat}. ${reason}`,
      'Posts to it are switched off. Make a new webhook in the chat and add it on the admin screen, or remove the old one there:',
    ],
    action: { text: 'Open the admin screen', url },
  })
}
