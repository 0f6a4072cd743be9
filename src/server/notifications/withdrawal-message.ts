import type { OutReason } from '#domain/field.ts'
import { type Tier, type Tournament, tierNames } from '#domain/tournament.ts'
import { compose } from '../mail/messages.ts'
import type { MailMessage } from '../mail/outbox-store.ts'
import { toUtcWords } from '../mail/utc-words.ts'

export type LostGolfer = {
  readonly name: string
  readonly tier: Tier
  readonly status: OutReason | null
  /** Where he stands: "entry 1", "entries 1 and 3". */
  readonly where: string
}

type Recipient = { readonly name: string; readonly golfers: readonly LostGolfer[]; readonly entryUrl: string }

const reasons: Partial<Record<OutReason, string>> = {
  WD: 'has withdrawn',
  DQ: 'has been disqualified',
  DNS: 'does not start',
}

/** To an owner, about his own golfers. */
export function withdrawalMessage(
  { name, golfers, entryUrl }: Recipient,
  tournament: Pick<Tournament, 'name' | 'start'>,
): MailMessage {
  const who = golfers.length === 1 ? 'A golfer' : 'Golfers'
  return compose({
    subject: `${who} you picked will not play: ${tournament.name}`,
    paragraphs: [
      `Hello ${name},`,
      ...golfers.map(toSentence),
      `You can pick somebody else until entries close on ${toUtcWords(tournament.start)}; your entry shows when that is in your own time zone:`,
    ],
    action: { text: 'Open your entry', url: entryUrl },
    closing: 'If you change nothing, your picks stay as they are.',
  })
}

function toSentence({ name, tier, status, where }: LostGolfer): string {
  const reason = (status && reasons[status]) ?? 'is no longer in the field'
  return `${name} (tier ${tierNames[tier]}, in your ${where}) ${reason}.`
}
