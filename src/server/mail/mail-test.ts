import { randomInt } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import { composeMail } from './mail.ts'
import { createMailer, emailFolder, mailFileName, toOptions } from './mailer.ts'

/** For the operator, who is waiting for the response. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Connects and signs in, and sends nothing. Throws with the server's response. */
export async function checkMailServer({ url }: Extract<MailConfig, { kind: 'smtp' }>): Promise<void> {
  const transport = createTransport({ url, ...timeouts })
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
  { address, publicUrl, name }: { address: string; publicUrl: string; name: string },
): Promise<{ answer: string } | { file: string }> {
  const message = composeMail({
    subject: 'Test email',
    paragraphs: [`The operator of ${publicUrl} sent this email to check that emails arrive. They do.`],
  })
  // Greater than the ids in the outbox.
  const mail = { id: randomInt(2 ** 40, 2 ** 41), requestKey: 'test', recipient: address, message }
  if (config.kind === 'files') {
    await createMailer(config, dataFolder, name).send(mail)
    return { file: resolve(join(dataFolder, emailFolder, mailFileName(mail.id))) }
  }
  const transport = createTransport({ url: config.url, ...timeouts })
  try {
    const { response } = await transport.sendMail(toOptions(mail, { name, address: config.from }))
    return { answer: response }
  } finally {
    transport.close()
  }
}
