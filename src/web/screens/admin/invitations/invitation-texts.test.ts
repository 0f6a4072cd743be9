import { expect, it } from 'vitest'
import { describeCounts, describeLimits } from './invitation-item.tsx'
import { parseUses, toExpiries } from './new-invitation-modal.tsx'

const at = '2026-04-01T12:00:00.000Z'
const guest = { accountId: 'nora', name: 'Nora', openedAt: at, registeredAt: at, enteredAt: at }

it('the text of an invitation counts who opened, registered and entered', () => {
  const guests = [guest, { ...guest, enteredAt: null }, { ...guest, registeredAt: null }]
  expect(describeCounts({ opened: 7, guests })).toBe('7 opened, 2 registered, 2 entered')
})

it('a link is on the wall display only while it can be used', () => {
  const limits = { expiresAt: null, maxUses: null, uses: 3, isOnWall: true, isForWatchers: false }
  const text = 'Valid until the start, 3 accounts created.'
  expect(describeLimits({ ...limits, state: 'usable' })).toBe(`${text} Shown on the wall display.`)
  expect(describeLimits({ ...limits, state: 'entries-closed' })).toBe(text)
})

it.each([
  ['', null],
  [' 12 ', 12],
  ['10000', 10_000],
])('a limit of "%s" accounts is %j', (text, maxUses) => {
  expect(parseUses(text)).toEqual({ maxUses, error: null })
})

it.each(['0', '-1', '1.5', 'ten', '10001', '99999999'])('a limit of %j accounts is refused', (text) => {
  expect(parseUses(text)).toMatchObject({ maxUses: null, error: expect.stringContaining('1 to 10,000') })
})

it('the expiries offered are before the start', () => {
  const valuesFor = (start: string) => toExpiries(start, new Date(at)).map(({ value }) => value)
  expect(valuesFor('2026-04-02T12:00:00.000Z')).toEqual([])
  expect(valuesFor('2026-04-05T12:00:00.000Z')).toEqual(['day', 'three-days'])
  expect(toExpiries('2026-05-01T12:00:00.000Z', new Date(at)).at(-1)?.expiresAt).toBe('2026-04-08T12:00:00.000Z')
})
