import { expect, test } from 'vitest'
import type { ReminderCandidate } from '#contract/organiser-message-contract.ts'
import { toMomentText } from '#web/time/time-text.ts'
import { countReach, countReminders, explainNobodyDue, toProgressText, toReminderText } from './reminder-text.ts'

const at = '2026-06-17T18:05:00.000Z'

function buildCandidate(
  state: 'waiting' | 'sent' | 'filed' | 'failed' | null,
  canBeReminded = state === null,
  way: ReminderCandidate['way'] = 'email',
): ReminderCandidate {
  const reminder = state && { at, state }
  return { id: 1, name: 'Ann', userName: 'ann@example.com', reminder, way, canBeReminded }
}

test('the last reminder has its state and time', () => {
  expect(toReminderText(buildCandidate(null))).toBe('Not reminded yet')
  expect(toReminderText(buildCandidate('waiting'))).toBe('Sending')
  expect(toReminderText(buildCandidate('sent'))).toBe(`Sent ${toMomentText(at)}`)
  expect(toReminderText(buildCandidate('filed'))).toBe(`Not sent: the email became a file, ${toMomentText(at)}`)
  expect(toReminderText(buildCandidate('failed'))).toBe(`Delivery failed, ${toMomentText(at)}`)
})

test('someone who cannot be reminded: the text says why', () => {
  expect(toReminderText(buildCandidate(null, false))).toBe('Reminded about another tournament today')
  expect(toReminderText(buildCandidate(null, false, 'off'))).toBe('Wants no reminders')
  expect(toReminderText(buildCandidate(null, false, 'no-address'))).toBe('No address and no device')
})

test('where nobody is left to be reminded, the button says why and agrees with the progress', () => {
  const reminded = buildCandidate(null, false)
  const withoutAddress = buildCandidate(null, false, 'no-address')
  expect(explainNobodyDue([reminded])).toBe('Everyone was reminded today')
  expect(toProgressText(countReminders([reminded]))).toBe('No reminders about this tournament today.')
  expect(explainNobodyDue([withoutAddress])).toBe('Nobody can be reminded')
  expect(explainNobodyDue([reminded, withoutAddress])).toBe('Nobody else can be reminded today')
  const filed = [buildCandidate('filed', false), buildCandidate('waiting', false, 'file')]
  for (const candidate of filed) expect(explainNobodyDue([candidate])).toBe('Nobody else can be reminded today')
  const ways = ['device', 'email', 'file', 'file', 'off', 'no-address'] as const
  expect(countReach(ways.map((way) => buildCandidate(null, true, way)))).toEqual({
    devices: 1,
    emails: 1,
    files: 2,
    none: 2,
  })
})

test('the progress counts only today’s reminders', () => {
  const candidates = [
    buildCandidate('waiting'),
    buildCandidate('waiting', true),
    buildCandidate('sent'),
    buildCandidate('sent', true),
    buildCandidate('filed'),
    buildCandidate('failed'),
    buildCandidate(null),
  ]
  expect(countReminders(candidates)).toEqual({ waiting: 2, sent: 1, filed: 1, failed: 1 })
  expect(toProgressText(countReminders(candidates))).toBe(
    'Today: 2 sending, 1 sent, 1 not sent, only written to a file, 1 not delivered.',
  )
  expect(toProgressText(countReminders([buildCandidate(null), buildCandidate('sent', true)]))).toBe(
    'No reminders about this tournament today.',
  )
})
