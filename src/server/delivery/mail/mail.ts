import { addMessages, type NewMessage } from '#server/delivery/outbox/outbox-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type MailContent, toMailHtml, toMailText } from './mail-content.ts'

export type MailAttachment = {
  filename: string
  contentType: string
  content: string
}

export type MailMessage = {
  subject: string
  text: string
  html: string
  /** Where replies go: the address of the organiser who wrote the message. Nobody reads replies to the pool's own. */
  replyTo?: string
  attachments?: readonly MailAttachment[]
  /** The tournament whose sheet is attached when the email is sent. */
  sheetOf?: number
}

export type Mail = Omit<NewMessage, 'channel' | 'payload'> & {
  /** One address, from `parseEmail`. */
  recipient: string
  message: MailMessage
}

/** Adds an email to the outbox, which sends it after the commit. Returns false if it is already there. */
export async function addMail(db: Db, mail: Mail, now: Date): Promise<boolean> {
  return (await addEmails(db, [mail], now)) === 1
}

/** Adds emails to the outbox and returns how many were new. */
export async function addEmails(db: Db, emails: readonly Mail[], now: Date): Promise<number> {
  const messages = emails.map(({ message, ...mail }) => ({ ...mail, channel: 'mail' as const, payload: message }))
  return addMessages(db, messages, now)
}

/** Composes a message as plain text and as HTML with the same words. */
export function composeMail(content: MailContent): MailMessage {
  return { subject: content.subject, text: toMailText(content), html: toMailHtml(content).text }
}
