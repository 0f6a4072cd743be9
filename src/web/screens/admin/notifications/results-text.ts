import type { Results } from '#contract/organiser-message-contract.ts'
import { formatCount, formatList, formatNumber } from '#domain/text/format.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** How many people have got the results, and how many have not. */
export function toStateText({ state, isMailSetUp, missing, sent }: Results, tournament: string): string {
  if (state === 'not-ended') return `Available once ${tournament} has ended.`
  if (state === 'no-results') return `${tournament} has no final places, so there is nothing to send.`
  if (sent === null) {
    const people = formatCount(missing, 'person', 'people')
    return isMailSetUp ? `Not sent yet: ${people} will get them.` : `Not sent to ${people}.`
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

/** The people who get no results; empty if everyone does. */
export function toSkippedText({ skipped }: Pick<Results, 'skipped'>): string {
  if (skipped.length === 0) return ''
  const names = skipped.slice(0, 5)
  return `No results for ${formatList(names, skipped.length - names.length)}: blocked, without an address, or by their own choice.`
}
