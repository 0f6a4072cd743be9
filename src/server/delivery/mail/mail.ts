import { addMessages, type NewMessage } from '#server/delivery/outbox/outbox-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Html, html } from '#server/platform/http/html.ts'

export type MailAttachment = {
  filename: string
  contentType: string
  content: string
}

export type MailMessage = {
  subject: string
  text: string
  html: string
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

export type MailContent = {
  subject: string
  paragraphs: readonly string[]
  action?: { text: string; url: string } | undefined
  closing?: string
}

/** Composes a message as plain text and as simple HTML with the same words. */
export function composeMail({ subject, paragraphs, action, closing }: MailContent): MailMessage {
  const lines = [...paragraphs, action?.url, closing].filter((line) => line !== undefined)
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: page([
      ...paragraphs.map((text) => html`<p style="overflow-wrap:anywhere">${text}</p>`),
      action ? html`<p><a href="${action.url}">${action.text}</a></p>` : html``,
      closing === undefined ? html`` : html`<p>${closing}</p>`,
    ]).text,
  }
}

function page(parts: readonly Html[]): Html {
  return html`<!doctype html><html lang="en"><body>${parts}</body></html>`
}
