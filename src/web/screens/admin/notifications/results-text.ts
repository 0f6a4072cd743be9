import type { Results } from '#contract/organiser-message-contract.ts'
import { formatCount, formatList, formatNumber } from '#domain/text/format.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** How many people have got the results, and how many have not. */
export function toStateText({ state, missing, sent }: Results, tournament: string): string {
  if (state === 'not-ended') return `Available once ${tournament} has ended.`
  if (state === 'no-results') return `${tournament} has no final places, so there is nothing to send.`
  if (sent === null) {
    return missing === 0 ? 'Not sent.' : `Not sent yet: ${formatCount(missing, 'person', 'people')} will get them.`
  }
  const parts = [
    sent.waiting > 0 && `${formatNumber(sent.waiting)} sending`,
    `${formatNumber(sent.sent)} sent`,
    sent.filed > 0 && `${formatNumber(sent.filed)} not sent, only written to ${sent.filed === 1 ? 'a file' : 'files'}`,
    sent.failed > 0 && `${formatNumber(sent.failed)} not delivered`,
    missing > 0 && `${formatNumber(missing)} not sent yet`,
  ].filter((part) => part !== false)
  return `Since ${toMomentText(sent.at)}: ${parts.join(', ')}.`
}

/** The people who would get the results by email, without a mail server; empty if there are none. */
export function toUnsentText({ reach: { files } }: Pick<Results, 'reach'>): string {
  if (files === 0) return ''
  const people = files === 1 ? '1 person gets' : `${formatNumber(files)} people get`
  return `${people} nothing for now, because no mail server is set up. Once the operator has set one up, you can send them the email.`
}

/** The people who get no results; empty if everyone does. */
export function toSkippedText({ skipped }: Pick<Results, 'skipped'>): string {
  if (skipped.length === 0) return ''
  const names = skipped.slice(0, 5)
  return `No results for ${formatList(names, skipped.length - names.length)}: blocked, without an address, or by their own choice.`
}
