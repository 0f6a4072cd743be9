import { randomInt } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { findFolderFault } from '#server/platform/secrets/folder-access.ts'
import { createPrivateFolder } from '#server/platform/secrets/private-files.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import type { Config, MailConfig } from '#server/platform/settings/config.ts'
import { fillPoolName, fillPoolNameInHtml } from '#server/platform/text/pool-name.ts'
import { isDeliverable, parseEmail } from './email-address.ts'
import { composeMail, type Mail } from './mail.ts'
import { fillAccent, type MailAccent } from './mail-styles.ts'

/** Recorded with an email that became a file. */
export const filedNote = 'written to a file'

export type Mailer = {
  /** Recorded with each email that was sent. */
  readonly sentNote: typeof filedNote | null
  /** Resolves once the server has accepted the email. */
  send(mail: Mail & { id: number }): Promise<void>
  /** Closes the idle connection. Sending another email opens a new one. */
  closeIdle(): void
}

/** The pool's name and accent; null: the default one. */
export type MailBranding = { readonly name: string; readonly accent: MailAccent | null }

/** Below the data folder; named when it was the only outbox. */
const emailFolder = 'outbox'

/** With OUTBOUND=off, emails are files, but the rules of a pool with a mail server still hold, such as confirmed addresses. */
export function toMailTransport({ mail, outbound }: Pick<Config, 'mail' | 'outbound'>): MailConfig {
  return outbound === 'off' ? { kind: 'files', from: mail.from } : mail
}

/** Why no email can be written to a file, and what to do. Undefined if one can, or if they are sent. */
export function findOutboxFault(config: Pick<Config, 'mail' | 'outbound' | 'dataFolder'>): string | undefined {
  const folder = join(config.dataFolder, emailFolder)
  const reason = toMailTransport(config).kind === 'files' ? findFolderFault(folder) : undefined
  return reason === undefined
    ? undefined
    : `Emails cannot be written to ${folder}: ${reason}. Let this user write there, or set DATA_DIR to another folder.`
}

/** Sends email by SMTP or, without SMTP settings, writes `.eml` files to the data folder. */
export function createMailer(config: MailConfig, dataFolder: string, branding: MailBranding): Mailer {
  const mailer =
    config.kind === 'smtp'
      ? createSmtpMailer(config, branding)
      : createFileMailer(config, join(dataFolder, emailFolder), branding)
  return {
    ...mailer,
    async send(mail) {
      // An address that cannot exist has been queued like any other (docs/security.md, 6.4).
      if (isDeliverable(mail.recipient)) await mailer.send(mail)
    },
  }
}

/** Loaded with the first email: it takes 10 MB of memory. */
const loadMailLibrary = () => import('nodemailer')

/** Emails share a connection, which saves the greeting and authentication for each of them. */
const connections = {
  pool: true,
  maxConnections: 1,
  // Some servers limit the number of emails per session.
  maxMessages: 100,
  idleTimeout: 2000,
  // Retries once if the server closed the idle connection. The outbox retries all other failures.
  maxRequeues: 1,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  // A server that takes longer than this to check an email receives it again.
  socketTimeout: 120_000,
} as const

function createSmtpMailer({ url, from }: { url: string; from: string }, branding: MailBranding): Mailer {
  const open = async () => (await loadMailLibrary()).createTransport({ url, ...connections })
  let transport: ReturnType<typeof open> | undefined
  return {
    sentNote: null,
    async send(mail) {
      transport ??= open()
      await (await transport).sendMail(toOptions(mail, from, branding))
    },
    closeIdle() {
      void transport?.then((opened) => opened.close())
      transport = undefined
    },
  }
}

function createFileMailer({ from }: { from: string }, folder: string, branding: MailBranding): Mailer {
  return {
    sentNote: filedNote,
    async send(mail) {
      const { createTransport } = await loadMailLibrary()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toOptions(mail, from, branding))
      createPrivateFolder(folder)
      // Named after its row, so a retry after a crash writes the same file; renamed, so nobody reads a partial file.
      const file = join(folder, mailFileName(mail.id))
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    closeIdle() {},
  }
}

export function mailFileName(id: number): string {
  return `${String(id).padStart(6, '0')}.eml`
}

/**
 * One recipient per message, passed as an object and again in the envelope: the library would parse a string as a list of
 * recipients (docs/security.md, 7).
 */
function toOptions(mail: Mail & { id: number }, from: string, { name, accent }: MailBranding): SendMailOptions {
  const address = parseEmail(mail.recipient)
  if (address === undefined) throw new Error('The recipient of an email is not a valid address.')
  const replyTo = mail.message.replyTo === undefined ? undefined : parseEmail(mail.message.replyTo)
  return {
    from: { name, address: from },
    to: { name: '', address },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from, to: [address] },
    subject: fillPoolName(mail.message.subject, name),
    text: fillPoolName(mail.message.text, name),
    html: fillAccent(fillPoolNameInHtml(mail.message.html, name), accent ?? undefined),
    attachments: (mail.message.attachments ?? []).map((attachment) => ({ ...attachment })),
    // Sources that people save are then easy to read for the check of a receipt.
    textEncoding: 'quoted-printable',
    // Equal for every attempt, so that mail clients recognise a duplicate.
    messageId: `<${sha256Hex(`${mail.id} ${mail.requestKey} ${mail.recipient}`).slice(0, 32)}@${from.split('@')[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Shorter than the defaults, because an operator waits for the response. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Connects and signs in, and sends nothing. Throws with the server's response. */
export async function checkMailServer({ url }: Extract<MailConfig, { kind: 'smtp' }>): Promise<void> {
  const transport = (await loadMailLibrary()).createTransport({ url, ...timeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * Sends an email immediately, bypassing the outbox. Returns the server's response or the file; throws with the server's
 * response.
 */
export async function sendTestMail(
  config: MailConfig,
  dataFolder: string,
  { address, publicUrl, ...branding }: MailBranding & { address: string; publicUrl: string },
): Promise<{ answer: string } | { file: string }> {
  const message = composeMail({
    subject: 'Test email',
    paragraphs: [`The operator of ${publicUrl} sent this email to check that emails arrive. They do.`],
  })
  // Greater than the ids in the outbox.
  const mail = { id: randomInt(2 ** 40, 2 ** 41), requestKey: 'test', recipient: address, message }
  if (config.kind === 'files') {
    await createMailer(config, dataFolder, branding).send(mail)
    return { file: resolve(join(dataFolder, emailFolder, mailFileName(mail.id))) }
  }
  const transport = (await loadMailLibrary()).createTransport({ url: config.url, ...timeouts })
  try {
    const { response } = await transport.sendMail(toOptions(mail, config.from, branding))
    return { answer: response }
  } finally {
    transport.close()
  }
}
