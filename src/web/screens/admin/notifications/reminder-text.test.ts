import { expect, test } from 'vitest'
import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import { toMomentText } from '../shared/admin-time.ts'
import { countReminders, toProgressText, toReminderText } from './reminder-text.ts'

const at = '2026-06-17T18:05:00.000Z'

function buildLine(
  state: 'waiting' | 'sent' | 'failed' | null,
  canBeReminded = state === null,
): ReminderCandidate {
  const reminder = state && { at, state }
  return { id: 1, name: 'Ann', userName: 'ann@example.com', reminder, canBeReminded }
}

test('the last reminder is told with its time and with what became of it', () => {
  expect(toReminderText(buildLine(null))).toBe('Not reminded yet')
  expect(toReminderText(buildLine('waiting'))).toBe('On its way')
  expect(toReminderText(buildLine('sent'))).toBe(`Sent ${toMomentText(at)}`)
  expect(toReminderText(buildLine('failed'))).toBe(`Could not be delivered, ${toMomentText(at)}`)
})

test('who had a reminder of another tournament today has to wait, and the line says why', () => {
  expect(toReminderText(buildLine(null, false))).toBe('Had a reminder of another tournament today')
})

test('the progress counts the reminders of today, and none of the days before', () => {
  const lines = [
    buildLine('waiting'),
    buildLine('waiting', true),
    buildLine('sent'),
    buildLine('sent', true),
    buildLine('failed'),
    buildLine(null),
  ]
  expect(countReminders(lines)).toEqual({ waiting: 2, sent: 1, failed: 1 })
  expect(toProgressText(countReminders(lines))).toBe('Today: 2 on their way, 1 sent, 1 not delivered.')
  expect(toProgressText(countReminders([buildLine(null), buildLine('sent', true)]))).toBe(
    'No reminder went out today.',
  )
})
