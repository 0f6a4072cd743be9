import type { DnfReason } from '#domain/field/field.ts'
import { type Tournament, tierNames } from '#domain/tournament/tournament.ts'
import type { UnavailableGolfer } from '#domain/tournament/unavailable-golfers.ts'
import { composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'

type LostPick = UnavailableGolfer & {
  /** The entries that contain them: "entry 1", "entries 1 and 3". */
  readonly entriesText: string
}

type Recipient = {
  readonly name: string
  readonly lost: readonly LostPick[]
  readonly entryUrl: string
  /** The time zone of the times in the email. */
  readonly timeZone: string
}

const reasons: Partial<Record<DnfReason, string>> = {
  WD: 'has withdrawn',
  DQ: 'has been disqualified',
  DNS: 'will not start',
}

/** Tells an owner which of their golfers will not play. */
export function golferWithdrawalMessage(
  { name, lost, entryUrl, timeZone }: Recipient,
  tournament: Pick<Tournament, 'name' | 'start'>,
): MailMessage {
  const who = lost.length === 1 ? 'A golfer' : 'Golfers'
  return composeMail({
    subject: `${who} you picked will not play: ${tournament.name}`,
    paragraphs: [
      `Hello ${name},`,
      ...lost.map(toSentence),
      `You can pick another golfer until entries close on ${formatMailTime(tournament.start, timeZone)}:`,
    ],
    action: { text: 'Open your entry', url: entryUrl },
    closing: 'If you change nothing, your picks stay as they are.',
  })
}

function toSentence({ player, status, entriesText }: LostPick): string {
  const reason = (status && reasons[status]) ?? 'is no longer in the field'
  return `${player.name} (tier ${tierNames[player.tier]}, in your ${entriesText}) ${reason}.`
}
