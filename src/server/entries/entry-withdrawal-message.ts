import type { Tournament } from '#domain/tournament/tournament.ts'
import { composeMail } from '../mail/compose-mail.ts'
import type { MailMessage } from '../mail/mail-queue.ts'
import { formatPoolTime } from '../time-format.ts'

/** What happened to an entry: "undone" and "withdrawn" by its owner, the others by an organiser. */
export type WithdrawalAct = {
  kind: 'withdrawn' | 'undone' | 'removed' | 'restored' | 'allowed'
  /** Why it was removed. */
  reason?: string
  /** The organiser. */
  by?: string | undefined
  hasStarted?: boolean
}

type Context = { name: string; now: Date; publicUrl: string; timeZone: string }

/** Tells the owner of an entry what happened to it. */
export function withdrawalMessage(
  { kind, reason, by = 'An organiser', hasStarted = false }: WithdrawalAct,
  { name: tournament, start }: Pick<Tournament, 'name' | 'start'>,
  { name, now, publicUrl, timeZone }: Context,
): MailMessage {
  const at = formatPoolTime(now, timeZone)
  const untilStart = `until ${formatPoolTime(start, timeZone)}`
  const texts: Record<WithdrawalAct['kind'], readonly [subject: string, text: string]> = {
    withdrawn: [
      `Your entry in ${tournament} is withdrawn`,
      `You withdrew it on ${at}. You can take it back, or enter again, ${untilStart}:`,
    ],
    undone: [`Your entry in ${tournament} counts again`, `You took it back on ${at}.`],
    removed: [
      `Your entry in ${tournament} was removed`,
      `${by} removed it on ${at}: ${reason}. It does not count. If this is a mistake, ask them: they can undo it${hasStarted ? '' : ', or allow you to enter again'}.`,
    ],
    restored: [`Your entry in ${tournament} counts again`, `${by} undid its removal on ${at}.`],
    allowed: [`You can enter ${tournament} again`, `${by} allowed it on ${at}. You can enter ${untilStart}:`],
  }
  const [subject, text] = texts[kind]
  return composeMail({
    subject,
    paragraphs: [`Hello ${name},`, text],
    action: hasStarted
      ? { text: 'Open the pool', url: `${publicUrl}/pool` }
      : { text: 'Open your entry', url: `${publicUrl}/entry/new` },
  })
}
