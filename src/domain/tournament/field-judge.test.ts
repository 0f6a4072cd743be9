import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeProvisionalField, judgeField, provisionalReasons, type SeenField, seeField } from './field-judge.ts'

const hour = 3_600_000
const start = '2026-06-18T11:00:00.000Z'
const hoursBefore = (hours: number) => new Date(Date.parse(start) - hours * hour)
const ids = (count: number, from = 1000) => Array.from({ length: count }, (_, index) => String(from + index))
/** A field that was first seen so many hours before the start. */
const seen = (golferIds: string[], since = 200): SeenField => seeField(null, golferIds, hoursBefore(since))
const judge = (field: SeenField, hours: number, otherFields: string[][] = [], wasField = false) =>
  judgeField(field, { start, otherFields, wasField, now: hoursBefore(hours) })

test('a field is provisional until three days before the start', () => {
  expect(judge(seen(ids(156)), 72.1)).toBe('early')
  expect(judge(seen(ids(156)), 72)).toBeNull()
})

describe('a field that is nearly that of another event', () => {
  test('is provisional', () => {
    const field = seen(ids(100))
    expect(judge(field, 48, [ids(100)])).toBe('other-event')
    expect(judge(field, 48, [ids(156, 5000), ids(90)])).toBe('other-event')
    expect(judge(field, 48, [ids(89)])).toBeNull()
  })

  test('is not one that is a small part of it, as of a finale', () => {
    expect(judge(seen(ids(30)), 48, [ids(50)])).toBeNull()
    expect(judge(seen(ids(156)), 48, [[]])).toBeNull()
  })
})

describe('a field of fewer than 40 golfers', () => {
  test('is provisional until polls six hours apart agree', () => {
    expect(judge(seen(ids(39), 50), 48)).toBe('unconfirmed')
    expect(judge(seen(ids(39), 54), 48)).toBeNull()
    expect(judge(seen(ids(40), 50), 48)).toBeNull()
  })

  test('is not confirmed by polls between which it was another one', () => {
    const [first, other] = [ids(30), ids(29)]
    const polls = [first, other, first].map((golferIds, index) => ({ golferIds, at: hoursBefore(60 - 6 * index) }))
    const field = polls.reduce<SeenField | null>((last, { golferIds, at }) => seeField(last, golferIds, at), null)
    expect(field?.unchangedSince).toBe(hoursBefore(48).toISOString())
    expect(field && judge(field, 48)).toBe('unconfirmed')
  })
})

test('from a day before the start, whatever is listed is the field', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: -100, max: 24, noNaN: true }), (count, hours) => {
      expect(judge(seen(ids(count), hours), hours, [ids(count)])).toBeNull()
    }),
  )
})

test('what was the field stays it when golfers withdraw, unless the start moves away', () => {
  expect(judge(seen(ids(30), 48), 47, [ids(30)], true)).toBeNull()
  expect(judge(seen(ids(30), 90), 80, [], true)).toBe('early')
})

test('the order of the golfers says nothing, and none counts twice', () => {
  const field = seen(ids(50), 60)
  const again = seeField(field, [...ids(50).toReversed(), '1000'], hoursBefore(50))
  expect(again).toEqual(field)
})

test('organisers learn why', () => {
  const texts = provisionalReasons.map((reason) => describeProvisionalField('The Open', reason))
  expect(new Set(texts).size).toBe(3)
  expect(texts[2]).toBe(
    'The field of The Open is provisional: it has few golfers, and has not been the same for six hours yet. Tiers may still have to change.',
  )
})
