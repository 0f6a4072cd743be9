import type { Tournament } from '#domain/tournament.ts'
import { compose } from '../mail/messages.ts'
import type { MailMessage } from '../mail/outbox-store.ts'
import { toUtcWords } from '../mail/utc-words.ts'

export function reminderMessage(
  { name }: { name: string },
  tournament: Pick<Tournament, 'name' | 'start'>,
  publicUrl: string,
): MailMessage {
  return compose({
    subject: `You have no entry in ${tournament.name} yet`,
    paragraphs: [
      `Hello ${name},`,
      `entries for ${tournament.name} close on ${toUtcWords(tournament.start)}, and you have none yet. The page shows when that is in your own time zone, and this is where you pick your golfers:`,
    ],
    action: { text: 'Create your entry', url: `${publicUrl}/entry/new` },
    closing: 'If you do not want to play this time, there is nothing to do.',
  })
}
