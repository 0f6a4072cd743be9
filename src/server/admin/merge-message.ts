import type { User } from '#domain/permissions.ts'
import { composeMail } from '../mail/account-messages.ts'
import type { MailMessage } from '../mail/mail-queue.ts'
import { poolName } from '../pool-name.ts'
import { formatPoolTime } from '../time-format.ts'

/** Tells the owner of a merged account which account it was merged into (docs/security.md, 13). */
export function mergeMessage(
  source: User,
  target: User,
  at: Date,
  { publicUrl, timeZone }: { publicUrl: string; timeZone: string },
): MailMessage {
  return composeMail({
    subject: 'Your account was merged into another',
    paragraphs: [
      `Hello ${source.name},`,
      `On ${formatPoolTime(at, timeZone)}, an admin of your pool merged your account at ${poolName} (${source.userName}) into the account of ${target.name} (${target.userName}). Your entries and results now belong to that account. If you sign in as before, you are signed in to it:`,
    ],
    action: { text: `Open ${poolName}`, url: `${publicUrl}/` },
    closing: 'If you did not expect this, ask the organiser of your pool.',
  })
}
