import type { Results } from '#contract/organiser-message-contract.ts'
import { toMomentText } from '#web/time/start-text.ts'
import { formatCount } from '../common/format-count.ts'

/** Who has got the results, and who has not. */
export function toStateText({ state, missing, sent }: Results, tournament: string): string {
  if (state === 'not-ended') return `Available once ${tournament} has ended.`
  if (state === 'no-results') return `${tournament} has no final places, so there is nothing to send.`
  if (sent === null) return `Not sent yet: ${formatCount(missing, 'person', 'people')} will get them.`
  const parts = [
    sent.waiting > 0 && `${sent.waiting.toLocaleString()} sending`,
    `${sent.sent.toLocaleString()} sent`,
    sent.failed > 0 && `${sent.failed.toLocaleString()} not delivered`,
    missing > 0 && `${missing.toLocaleString()} not sent yet`,
  ].filter((part) => part !== false)
  return `Since ${toMomentText(sent.at)}: ${parts.join(', ')}.`
}

/** Who gets none; empty if everyone does. */
export function toSkippedText({ skipped }: Pick<Results, 'skipped'>): string {
  if (skipped.length === 0) return ''
  const names = skipped.slice(0, 5)
  const more = skipped.length - names.length
  const list = new Intl.ListFormat('en-GB').format(more > 0 ? [...names, `${more.toLocaleString()} more`] : names)
  return `No results for ${list}: blocked, without an address, or by their own choice.`
}
