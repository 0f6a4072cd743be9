import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

export type ParsedMail = {
  /** Every recipient in the headers. */
  recipients: string[]
  /** The names of all headers in lower case. */
  headers: string[]
  from: { name: string; address: string }
  /** Where replies go; empty without the header. */
  replyTo: string[]
  subject: string
  text: string
  html: string
  attachments: { filename: string; type: string; bytes: Uint8Array; text: string }[]
}

/** Parses a message as a mail client does. */
export async function parseMail(data: string | Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(data, { attachmentEncoding: 'arraybuffer' })
  const named = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])]
  return {
    from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
    replyTo: (mail.replyTo ?? []).map(({ address }) => address ?? ''),
    recipients: named.map(({ address }) => address ?? ''),
    headers: mail.headers.map(({ key }) => key),
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replaceAll('\r\n', '\n'),
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
      return { filename: filename ?? '', type: mimeType, bytes, text: new TextDecoder().decode(bytes) }
    }),
  }
}

/** The emails that a server without SMTP wrote to files, in order. */
export function readEmailFiles(dataFolder: string): Promise<ParsedMail[]> {
  const folder = join(dataFolder, 'outbox')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return Promise.all(files.toSorted().map((name) => parseMail(readFileSync(join(folder, name)))))
}
