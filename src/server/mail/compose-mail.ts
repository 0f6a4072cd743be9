import { type Html, html } from '../http/html.ts'
import type { MailMessage } from './mail-queue.ts'

export type MailContent = {
  subject: string
  paragraphs: readonly string[]
  action?: { text: string; url: string } | undefined
  closing?: string
}

/** The same message as plain text and as simple HTML. */
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
