import { expect, test } from 'vitest'
import type { Results } from '#contract/organiser-message-contract.ts'
import { toMomentText } from '#web/time/time-text.ts'
import { toSkippedText, toStateText, toUnsentText } from './results-text.ts'

const at = '2026-06-21T22:05:00.000Z'
const people = (count: number) => Array.from({ length: count }, (_, index) => `P${index + 1}`)
const build = (changes: Partial<Results>): Results => ({
  state: 'ended',
  missing: 2,
  reach: { devices: 0, emails: 2, files: 0, none: 0 },
  told: { devices: 0, emails: 0, files: 0, none: 0 },
  skipped: [],
  sent: null,
  message: null,
  ...changes,
})

test('the state says what can be done, or what has been done', () => {
  expect(toStateText(build({ state: 'not-ended' }), 'Spring Open')).toBe('Available once Spring Open has ended.')
  expect(toStateText(build({ state: 'no-results' }), 'Spring Open')).toBe(
    'Spring Open has no final places, so there is nothing to send.',
  )
  expect(toStateText(build({}), 'Spring Open')).toBe('Not sent yet: 2 people will get them.')
  expect(toStateText(build({ missing: 0 }), 'Spring Open')).toBe('Not sent.')
  const sent = { at, waiting: 1, sent: 3, filed: 0, failed: 0 }
  expect(toStateText(build({ sent }), 'Spring Open')).toBe(
    `Since ${toMomentText(at)}: 1 sending, 3 sent, 2 not sent yet.`,
  )
  expect(toStateText(build({ missing: 0, sent: { ...sent, waiting: 0, failed: 2 } }), 'Spring Open')).toBe(
    `Since ${toMomentText(at)}: 3 sent, 2 not delivered.`,
  )
  const filed = { at, waiting: 0, sent: 3, filed: 47, failed: 0 }
  expect(toStateText(build({ missing: 0, sent: filed }), 'Spring Open')).toBe(
    `Since ${toMomentText(at)}: 3 sent, 47 not sent, only written to files.`,
  )
})

test('people who would get an email get nothing without a mail server, for now', () => {
  const unsent = (files: number) => toUnsentText({ reach: { devices: 3, emails: 0, files, none: 0 } })
  expect(unsent(0)).toBe('')
  const then = 'Once the operator has set one up, you can send them the email.'
  expect(unsent(1)).toBe(`1 person gets nothing for now, because no mail server is set up. ${then}`)
  expect(unsent(1200)).toBe(`1,200 people get nothing for now, because no mail server is set up. ${then}`)
})

test('people who get no results are named, up to five; the others are counted', () => {
  expect(toSkippedText({ skipped: [] })).toBe('')
  expect(toSkippedText({ skipped: people(2) })).toBe(
    'No results for P1 and P2: blocked, without an address, or by their own choice.',
  )
  expect(toSkippedText({ skipped: people(7) })).toBe(
    'No results for P1, P2, P3, P4, P5, and 2 more: blocked, without an address, or by their own choice.',
  )
})
