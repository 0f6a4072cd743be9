import type { Reach, ReminderCandidate } from '#contract/organiser-message-contract.ts'
import { formatNumber } from '#domain/text/format.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** The state of a person’s last reminder. */
export function toReminderText({ reminder, way, canBeReminded }: ReminderCandidate): string {
  if (reminder === null) {
    if (way === 'off') return 'Wants no reminders'
    if (way === 'no-address') return 'No address and no device'
    return canBeReminded ? 'Not reminded yet' : 'Reminded about another tournament today'
  }
  const at = toMomentText(reminder.at)
  switch (reminder.state) {
    case 'waiting':
      return 'Sending'
    case 'sent':
      return `Sent ${at}`
    case 'filed':
      return `Not sent: the email became a file, ${at}`
    case 'failed':
      return `Delivery failed, ${at}`
  }
}

/** Today’s reminders by state. */
export function countReminders(candidates: readonly ReminderCandidate[]) {
  const states = candidates.flatMap(({ reminder, canBeReminded }) =>
    reminder && (!canBeReminded || reminder.state === 'waiting') ? [reminder.state] : [],
  )
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return { waiting: count('waiting'), sent: count('sent'), filed: count('filed'), failed: count('failed') }
}

/** "Today: 2 sending, 10 sent, 1 not delivered." Never empty, so that nothing moves when the first is sent. */
export function toProgressText({ waiting, sent, filed, failed }: ReturnType<typeof countReminders>): string {
  const parts = [
    waiting > 0 && `${formatNumber(waiting)} sending`,
    sent > 0 && `${formatNumber(sent)} sent`,
    filed > 0 && `${formatNumber(filed)} not sent, only written to ${filed === 1 ? 'a file' : 'files'}`,
    failed > 0 && `${formatNumber(failed)} not delivered`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No reminders about this tournament today.' : `Today: ${parts.join(', ')}.`
}

/** How today’s reminder would reach these people. */
export function countReach(candidates: readonly ReminderCandidate[]): Reach {
  const count = (...wanted: readonly ReminderCandidate['way'][]) =>
    candidates.filter(({ way }) => wanted.includes(way)).length
  return {
    devices: count('device'),
    emails: count('email'),
    files: count('file'),
    none: count('off', 'no-address'),
  }
}

/** Why nobody is left to be reminded today. */
export function explainNobodyDue(candidates: readonly ReminderCandidate[]): string {
  const unreachable = countReach(candidates).none
  // What became a file has reminded nobody.
  const isTold = candidates.every(({ reminder, way }) => way !== 'file' && reminder?.state !== 'filed')
  if (unreachable === 0 && isTold) return 'Everyone was reminded today'
  return unreachable === candidates.length ? 'Nobody can be reminded' : 'Nobody else can be reminded today'
}
