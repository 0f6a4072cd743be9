import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import { toMomentText } from '../shared/admin-time.ts'

/** How somebody's last reminder stands, in words. */
export function toReminderText({ reminder, canBeReminded }: ReminderCandidate): string {
  if (reminder === null)
    return canBeReminded ? 'Not reminded yet' : 'Had a reminder of another tournament today'
  const at = toMomentText(reminder.at)
  switch (reminder.state) {
    case 'waiting':
      return 'On its way'
    case 'sent':
      return `Sent ${at}`
    case 'failed':
      return `Could not be delivered, ${at}`
  }
}

export type ReminderProgress = { readonly waiting: number; readonly sent: number; readonly failed: number }

/** How far today's reminders are: those of whom nobody may be reminded again. */
export function countReminders(lines: readonly ReminderCandidate[]): ReminderProgress {
  const states = lines.flatMap(({ reminder, canBeReminded }) =>
    reminder && (!canBeReminded || reminder.state === 'waiting') ? [reminder.state] : [],
  )
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return { waiting: count('waiting'), sent: count('sent'), failed: count('failed') }
}

/** "2 on their way, 10 sent, 1 not delivered"; never empty, so that nothing moves when the first goes out. */
export function toProgressText({ waiting, sent, failed }: ReminderProgress): string {
  const parts = [
    waiting > 0 && `${waiting.toLocaleString()} on ${waiting === 1 ? 'its' : 'their'} way`,
    sent > 0 && `${sent.toLocaleString()} sent`,
    failed > 0 && `${failed.toLocaleString()} not delivered`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No reminder went out today.' : `Today: ${parts.join(', ')}.`
}
