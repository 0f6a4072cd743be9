import type { Config } from '#server/config.ts'
import { parseEmail } from '#server/mail/email-address.ts'
import { sendTestMail } from '#server/mail/mail-test.ts'
import type { CommandInput } from './command.ts'
import { CommandError, UsageError } from './command-error.ts'

export async function testMail(
  { mail, dataFolder, publicUrl, branding }: Config,
  { subject }: CommandInput,
): Promise<void> {
  if (subject === undefined) throw new UsageError()
  const address = parseEmail(subject)
  if (address === undefined) throw new CommandError(`${subject} is not an email address.`)
  const sent = await sendTestMail(mail, dataFolder, { address, publicUrl, name: branding.name }).catch(
    (error: Error) => {
      throw new CommandError(`The email was not sent. ${error.message}\nCheck SMTP_URL and MAIL_FROM (${mail.from}).`)
    },
  )
  if ('file' in sent) console.log(`SMTP_URL is not set, so emails are written to files. This one is ${sent.file}`)
  else console.log(`The mail server accepted the email to ${address} from ${mail.from}: ${sent.answer}`)
}
