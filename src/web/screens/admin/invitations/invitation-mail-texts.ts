import type { SentInvitationMails } from '#contract/invitation-contract.ts'
import { formatCount, formatList, formatNumber, truncate } from '#domain/text/format.ts'

const maxShown = 3

export const toAddressCount = (count: number) => formatCount(count, 'address', 'addresses')

/** Names what is no address, such as a name without one. Empty if there is nothing. */
export function toUnreadableText(unreadable: readonly string[]): string {
  if (unreadable.length === 0) return ''
  const shown = unreadable.slice(0, maxShown).map((part) => `“${truncate(part, 40)}”`)
  const verb = unreadable.length === 1 ? 'is not an address and is' : 'are not addresses and are'
  return `${formatList(shown, unreadable.length - shown.length)} ${verb} left out.`
}

export function toInvitedText(invited: number): string {
  if (invited === 0) return 'Nobody has been invited by email yet.'
  return `${toAddressCount(invited)} ${invited === 1 ? 'has' : 'have'} been invited by email so far.`
}

/** The limit of the day, where it matters. */
export function toLeftText(left: number, count: number): string {
  if (count <= left && left > 50) return ''
  if (left === 0) return 'No more can be invited today: the limit is 200 in 24 hours.'
  return `${formatNumber(left)} more can be invited today: the limit is 200 in 24 hours.`
}

/** What the server has done, for the banner. */
export function toSentText({ sent, repeated, waiting }: SentInvitationMails): { text: string; detail?: string } {
  const text =
    sent === 0 ? 'Nobody was invited.' : `${toAddressCount(sent)} ${sent === 1 ? 'is' : 'are'} being invited by email.`
  const details = [
    ...(repeated > 0 ? [`${toAddressCount(repeated)} ${repeated === 1 ? 'was' : 'were'} invited before.`] : []),
    ...(waiting > 0
      ? [`${toAddressCount(waiting)} ${waiting === 1 ? 'is' : 'are'} over today’s limit: send the list again tomorrow.`]
      : []),
  ]
  return details.length > 0 ? { text, detail: details.join(' ') } : { text }
}
