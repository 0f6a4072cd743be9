import { expect, test } from 'vitest'
import { buildEntry } from '#test/support/build-tournament.ts'
import { canEditEntry } from './entry-editability.ts'

const viewer = 1
const own = buildEntry({ userId: viewer })
const hidden = buildEntry({ id: 2, userId: 2, selections: [] })
const shown = buildEntry({ id: 3, userId: 3 })

test.each([
  ['before the start an entry can be made', [hidden], false, true],
  ['own picks, which are always shown, close nothing', [own, hidden], false, true],
  ['the clock here is ahead: the server still hides the picks of a rival', [own, hidden], true, true],
  ['the clock here is behind: the server shows the picks of a rival', [own, shown], false, false],
  ['after the start nobody can enter', [own, shown], true, false],
  ['without a rival the clock here decides, before the start', [own], false, true],
  ['without a rival the clock here decides, after the start', [own], true, false],
  ['without any entry the clock here decides', [], true, false],
])('%s', (_, entries, isStarted, isOpen) => {
  expect(canEditEntry({ active: true, entries }, viewer, isStarted)).toBe(isOpen)
})

test('nobody can enter a tournament that is over', () => {
  expect(canEditEntry({ active: false, entries: [hidden] }, viewer, false)).toBe(false)
})
