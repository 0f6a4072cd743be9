import { expect, test } from 'vitest'
import type { ResultMails } from '#contract/organiser-mail-contract.ts'
import { toMomentText } from '#web/time/start-text.ts'
import { toSkippedText, toStateText } from './result-mails-text.ts'

const at = '2026-06-21T22:05:00.000Z'
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `P${index + 1}` }))
const build = (changes: Partial<ResultMails>): ResultMails => ({
  state: 'ready',
  isMailSetUp: true,
  recipients: people(2),
  skipped: [],
  sent: null,
  preview: null,
  ...changes,
})

test('the state says what can be done, or what has been done', () => {
  expect(toStateText(build({ state: 'not-ended' }), 'Spring Open')).toBe('Available once Spring Open has ended.')
  expect(toStateText(build({ state: 'no-results' }), 'Spring Open')).toBe(
    'Spring Open has no final places, so there is nothing to send.',
  )
  expect(toStateText(build({}), 'Spring Open')).toBe('Not sent yet: 2 people will get an email.')
  const sent = { at, waiting: 1, sent: 3, failed: 0 }
  expect(toStateText(build({ state: 'sent', sent }), 'Spring Open')).toBe(
    `Requested ${toMomentText(at)}: 1 sending, 3 sent.`,
  )
  expect(toStateText(build({ state: 'sent', sent: { ...sent, waiting: 0, failed: 2 } }), 'Spring Open')).toBe(
    `Requested ${toMomentText(at)}: 3 sent, 2 not delivered.`,
  )
})

test('people who get no email are named, up to five; the others are counted', () => {
  expect(toSkippedText({ skipped: [] })).toBe('')
  expect(toSkippedText({ skipped: people(2) })).toBe('No email for P1 and P2: no address, or blocked.')
  expect(toSkippedText({ skipped: people(7) })).toBe(
    'No email for P1, P2, P3, P4, P5 and 2 more: no address, or blocked.',
  )
})
