import { expect, test } from 'vitest'
import { toNote, toPointsText } from './rooting-sheet.tsx'

test('changes are in points with a tenth and a sign', () => {
  expect([toPointsText(0.012), toPointsText(-0.004), toPointsText(0.0001), toPointsText(0)]).toEqual([
    '+1.2',
    '−0.4',
    '0',
    '0',
  ])
})

test('rivals are named up to two', () => {
  expect(toNote({ isOwn: true, rivals: { count: 0, names: [] } })).toBe('In this entry. Also: no rival within reach')
  expect(toNote({ isOwn: false, rivals: { count: 3, names: ['Ann 1', 'Ben 2'] } })).toBe(
    'Not in this entry. With: Ann 1, Ben 2 and 1 more',
  )
})
