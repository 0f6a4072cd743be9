import type { DnfReason } from '#domain/field/field.ts'
import { type Tournament, tierNames } from '#domain/tournament/tournament.ts'
import type { UnavailableGolfer } from '#domain/tournament/unavailable-golfers.ts'
import { composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import { toNotificationsLink } from './notification-texts.ts'

type LostPick = UnavailableGolfer & {
  /** The entries that contain them: "entry 1", "entries 1 and 3". */
  readonly entriesText: string
}

type Recipient = {
  readonly name: string
  readonly lost: readonly LostPick[]
  /** The id of the entry record, for the link; in a preview, an ellipsis. */
  readonly entryId: number | '…'
  readonly publicUrl: string
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
  { name, lost, entryId, publicUrl, timeZone }: Recipient,
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
    action: { text: 'Open your entry', url: `${publicUrl}/entry/edit/${entryId}` },
    closing: 'If you change nothing, your picks stay as they are.',
    footer: toNotificationsLink(publicUrl),
  })
}

function toSentence({ player, status, entriesText }: LostPick): string {
  const reason = (status && reasons[status]) ?? 'is no longer in the field'
  return `${player.name} (tier ${tierNames[player.tier]}, in your ${entriesText}) ${reason}.`
}
