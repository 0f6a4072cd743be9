import type { ReminderCandidate } from '#contract/organiser-message-contract.ts'
import { formatNumber } from '#domain/text/format.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** The state of a person’s last reminder. */
export function toReminderText({ reminder, canBeReminded }: ReminderCandidate): string {
  if (reminder === null)
    return canBeReminded ? 'Not reminded yet' : 'Reminded about another tournament today, or wants no reminders'
  const at = toMomentText(reminder.at)
  switch (reminder.state) {
    case 'waiting':
      return 'Sending'
    case 'sent':
      return `Sent ${at}`
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
  return { waiting: count('waiting'), sent: count('sent'), failed: count('failed') }
}

/** "Today: 2 sending, 10 sent, 1 not delivered." Never empty, so that nothing moves when the first is sent. */
export function toProgressText({ waiting, sent, failed }: ReturnType<typeof countReminders>): string {
  const parts = [
    waiting > 0 && `${formatNumber(waiting)} sending`,
    sent > 0 && `${formatNumber(sent)} sent`,
    failed > 0 && `${formatNumber(failed)} not delivered`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No reminders sent today.' : `Today: ${parts.join(', ')}.`
}
