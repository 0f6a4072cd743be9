import type { Tournament } from '#domain/tournament.ts'
import { composeMail } from '../mail/account-messages.ts'
import type { MailMessage } from '../mail/outbox-store.ts'
import { formatUtc } from '../mail/utc-format.ts'

export function reminderMessage(
  { name }: { name: string },
  tournament: Pick<Tournament, 'name' | 'start'>,
  publicUrl: string,
): MailMessage {
  return composeMail({
    subject: `You have no entry in ${tournament.name} yet`,
    paragraphs: [
      `Hello ${name},`,
      `entries for ${tournament.name} close on ${formatUtc(tournament.start)}, and you have not entered yet. Pick your golfers here; the page also shows the deadline in your own time zone:`,
    ],
    action: { text: 'Create your entry', url: `${publicUrl}/entry/new` },
    closing: 'If you do not want to play this time, you do not need to do anything.',
  })
}
