import { expect, test } from 'vitest'
import type { ReminderCandidate } from '#contract/organiser-message-contract.ts'
import { toMomentText } from '#web/time/time-text.ts'
import { countReminders, toProgressText, toReminderText } from './reminder-text.ts'

const at = '2026-06-17T18:05:00.000Z'

function buildCandidate(
  state: 'waiting' | 'sent' | 'failed' | null,
  canBeReminded = state === null,
): ReminderCandidate {
  const reminder = state && { at, state }
  return { id: 1, name: 'Ann', userName: 'ann@example.com', reminder, canBeReminded }
}

test('the last reminder has its state and time', () => {
  expect(toReminderText(buildCandidate(null))).toBe('Not reminded yet')
  expect(toReminderText(buildCandidate('waiting'))).toBe('Sending')
  expect(toReminderText(buildCandidate('sent'))).toBe(`Sent ${toMomentText(at)}`)
  expect(toReminderText(buildCandidate('failed'))).toBe(`Delivery failed, ${toMomentText(at)}`)
})

test('someone who cannot be reminded: the text says why', () => {
  expect(toReminderText(buildCandidate(null, false))).toBe(
    'Reminded about another tournament today, or wants no reminders',
  )
})

test('the progress counts only today’s reminders', () => {
  const candidates = [
    buildCandidate('waiting'),
    buildCandidate('waiting', true),
    buildCandidate('sent'),
    buildCandidate('sent', true),
    buildCandidate('failed'),
    buildCandidate(null),
  ]
  expect(countReminders(candidates)).toEqual({ waiting: 2, sent: 1, failed: 1 })
  expect(toProgressText(countReminders(candidates))).toBe('Today: 2 sending, 1 sent, 1 not delivered.')
  expect(toProgressText(countReminders([buildCandidate(null), buildCandidate('sent', true)]))).toBe(
    'No reminders sent today.',
  )
})
