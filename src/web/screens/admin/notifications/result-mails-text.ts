import type { ResultMails } from '#contract/organiser-mail-contract.ts'
import { toMomentText } from '#web/time/start-text.ts'
import { formatCount } from '../common/format-count.ts'

/** The state of the emails with the results in one sentence. */
export function toStateText({ state, recipients, sent }: ResultMails, tournament: string): string {
  if (state === 'not-ended') return `Available once ${tournament} has ended.`
  if (state === 'no-results') return `${tournament} has no final places, so there is nothing to send.`
  if (sent === null) return `Not sent yet: ${formatCount(recipients.length, 'person', 'people')} will get an email.`
  const parts = [
    sent.waiting > 0 && `${sent.waiting.toLocaleString()} sending`,
    `${sent.sent.toLocaleString()} sent`,
    sent.failed > 0 && `${sent.failed.toLocaleString()} not delivered`,
  ].filter((part) => part !== false)
  return `Requested ${toMomentText(sent.at)}: ${parts.join(', ')}.`
}

/** Who gets no email; empty if everyone does. */
export function toSkippedText({ skipped }: Pick<ResultMails, 'skipped'>): string {
  if (skipped.length === 0) return ''
  const names = skipped.slice(0, 5).map(({ name }) => name)
  const more = skipped.length - names.length
  const list = new Intl.ListFormat('en-GB').format(more > 0 ? [...names, `${more.toLocaleString()} more`] : names)
  return `No email for ${list}: no address, or blocked.`
}
