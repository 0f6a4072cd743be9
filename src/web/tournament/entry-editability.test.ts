import { expect, test } from 'vitest'
import { buildEntry } from '#test/support/build-tournament.ts'
import { canEditEntry } from './entry-editability.ts'

const viewer = 1
const own = buildEntry({ userId: viewer })
const hidden = buildEntry({ id: 2, userId: 2, selections: [] })
const shown = buildEntry({ id: 3, userId: 3 })

test.each([
  ['before the start', [hidden], false, true],
  ['before the start, when only the viewer’s own picks are shown', [own, hidden], false, true],
  ['when the browser’s clock is ahead: the server still hides a rival’s picks', [own, hidden], true, true],
  ['when the browser’s clock is behind: the server shows a rival’s picks', [own, shown], false, false],
  ['after the start', [own, shown], true, false],
  ['without a rival the browser’s clock decides: before the start', [own], false, true],
  ['without a rival the browser’s clock decides: after the start', [own], true, false],
  ['without any entry the browser’s clock decides: after the start', [], true, false],
])('whether an entry can be edited %s', (_, entries, isStarted, isOpen) => {
  expect(canEditEntry({ active: true, entries }, viewer, isStarted)).toBe(isOpen)
})

test('an inactive tournament is closed', () => {
  expect(canEditEntry({ active: false, entries: [hidden] }, viewer, false)).toBe(false)
})
