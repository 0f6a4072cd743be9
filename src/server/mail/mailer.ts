import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import { parseMailAddress } from './mail-address.ts'
import type { Mail } from './outbox-store.ts'

export type Mailer = {
  send(mail: Mail & { id: number }): Promise<void>
  /** Closes what is kept open for a next mail. Where one is sent all the same, it is opened again. */
  closeIdle(): void
}

const senderName = 'Player Pool'

/** Sends by SMTP, or, where none is configured, writes `.eml` files into the data folder. */
export function createMailer(config: MailConfig, dataFolder: string): Mailer {
  return config.kind === 'smtp'
    ? createSmtpMailer(config)
    : createFileMailer(config, join(dataFolder, 'outbox'))
}

/** The outbox sends one mail at a time, many of them over one connection: that saves each its greeting and its sign-in. */
const connections = {
  pool: true,
  maxConnections: 1,
  // Some servers take no more in one session.
  maxMessages: 100,
  idleTimeout: 2000,
  // For a connection that the server closed in between. All else is tried again by the outbox.
  maxRequeues: 1,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const

function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const open = () => createTransport({ url, ...connections })
  let transport: ReturnType<typeof open> | undefined
  return {
    async send(mail) {
      transport ??= open()
      await transport.sendMail(toOptions(mail, from))
    },
    closeIdle() {
      transport?.close()
      transport = undefined
    },
  }
}

function createFileMailer({ from }: { from: string }, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toOptions(mail, from))
      await mkdir(folder, { recursive: true })
      // Named by its row: sent again after a crash, it is the same file. Renamed, so that nobody reads half of it.
      const file = join(folder, `${String(mail.id).padStart(6, '0')}.eml`)
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    closeIdle() {},
  }
}

/**
 * One recipient per message, given as an object and once more in the envelope: a text would be read as a list, and
 * could name more recipients than one.
 */
function toOptions(mail: Mail & { id: number }, from: string): SendMailOptions {
  const address = parseMailAddress(mail.recipient)
  if (address === undefined) throw new Error('The recipient of an e-mail is not a valid address.')
  return {
    from: { name: senderName, address: from },
    to: { name: '', address },
    envelope: { from, to: [address] },
    subject: mail.message.subject,
    text: mail.message.text,
    html: mail.message.html,
    attachments: (mail.message.attachments ?? []).map((each) => ({ ...each })),
    // The same for every attempt, so that a mailbox that gets it twice can tell.
    messageId: `<${digestOf(mail)}@${from.split('@')[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function digestOf({ id, requestKey, recipient }: Mail & { id: number }): string {
  return createHash('sha256').update(`${id} ${requestKey} ${recipient}`).digest('hex').slice(0, 32)
}
