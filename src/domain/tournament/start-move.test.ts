import { expect, test } from 'vitest'
import { isMoveTold } from './start-move.ts'

const known = '2026-04-09T12:00:00.000Z'
const toldAt = '2026-04-08T10:00:00.000Z'
const at = (time: string) => new Date(`2026-04-08T${time}Z`)

test.each([
  ['the first small move is told', { known, toldAt: null }, '2026-04-09T12:01:00.000Z', '10:00:00', true],
  ['a small one within an hour is not', { known, toldAt }, '2026-04-09T12:04:59.000Z', '10:59:59', false],
  ['nor is a small one to an earlier time', { known, toldAt }, '2026-04-09T11:56:00.000Z', '10:30:00', false],
  ['a small one after an hour is', { known, toldAt }, '2026-04-09T12:01:00.000Z', '11:00:00', true],
  ['five minutes are told at once', { known, toldAt }, '2026-04-09T12:05:00.000Z', '10:00:01', true],
  ['so are five minutes earlier', { known, toldAt }, '2026-04-09T11:55:00.000Z', '10:00:01', true],
  ['a start that is known is not told', { known, toldAt: null }, known, '18:00:00', false],
])('%s', (_, telling, start, time, isTold) => {
  expect(isMoveTold(telling, start, at(time))).toBe(isTold)
})
