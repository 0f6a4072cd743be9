import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '#domain/field.ts'
import { buildEvent, buildField, buildGolfer } from '#test/support/build-field.ts'
import {
  type AcceptanceState,
  evaluate,
  startAcceptance,
  type TimestampedField,
  type Verdict,
} from './feed-acceptance.ts'

type FeedScript = { round: number; completed?: boolean; strokes?: number; golfers?: number }

function tell({ round, completed = false, strokes = 70, golfers = 1 }: FeedScript): Field {
  return buildField({
    event: buildEvent({ completed }),
    currentRound: round,
    golfersScores: Array.from({ length: golfers }, () => buildGolfer({ total: strokes })),
  })
}

const dated = (second: number, told: FeedScript): TimestampedField => ({
  field: tell(told),
  requestedAt: new Date(second * 1000),
})

const start = () => startAcceptance(null, new Date(0))

/** The verdicts over answers in the order in which they arrive. */
function judgeAll(
  answers: TimestampedField[],
  from: AcceptanceState = start(),
): { verdicts: Verdict[]; order: AcceptanceState } {
  const verdicts: Verdict[] = []
  let order = from
  for (const answer of answers) {
    const judged = evaluate(order, answer)
    verdicts.push(judged.verdict)
    order = judged.order
  }
  return { verdicts, order }
}

const judgeInTurn = (...told: FeedScript[]) => judgeAll(told.map((each, second) => dated(second + 1, each)))

describe('news is in order of asking', () => {
  test('an answer to an earlier question is late, however it differs', () => {
    const { verdicts, order } = judgeAll([dated(2, { round: 1 }), dated(1, { round: 4, completed: true })])
    expect(verdicts).toEqual(['accepted', 'outdated'])
    expect(order.accepted?.field.currentRound).toBe(1)
  })

  test('an answer to a question older than the kept board is late', () => {
    const storedOrder = startAcceptance(dated(60, { round: 2 }), new Date(120_000))
    expect(judgeAll([dated(60, { round: 2 }), dated(61, { round: 2 })], storedOrder).verdicts).toEqual([
      'outdated',
      'accepted',
    ])
  })

  test('a kept board from the future does not make all news late', () => {
    const storedOrder = startAcceptance(dated(7200, { round: 2 }), new Date(120_000))
    expect(judgeAll([dated(121, { round: 2 })], storedOrder).verdicts).toEqual(['accepted'])
  })
})

describe('a body that goes backwards is believed when it has come three times running', () => {
  test.each<[string, FeedScript, FeedScript]>([
    ['a smaller round', { round: 3 }, { round: 2 }],
    ['final no more', { round: 4, completed: true }, { round: 4 }],
    ['all strokes gone', { round: 1 }, { round: 1, strokes: 0 }],
    ['all golfers gone', { round: 0, strokes: 0 }, { round: 0, golfers: 0 }],
  ])('%s', (_, before, after) => {
    const { verdicts, order } = judgeInTurn(before, after, after, after)
    expect(verdicts).toEqual(['accepted', 'suspect', 'suspect', 'accepted'])
    expect(order.accepted?.field).toEqual(tell(after))
  })

  test('not when something else came in between', () => {
    const { verdicts } = judgeInTurn({ round: 3 }, { round: 2 }, { round: 2 }, { round: 3 }, { round: 2 })
    expect(verdicts).toEqual(['accepted', 'suspect', 'suspect', 'accepted', 'suspect'])
  })
})

test('an event may end in round 4 after a play-off, and go from round to round', () => {
  const steps: FeedScript[] = [
    { round: 0, strokes: 0 },
    ...[1, 2, 3, 4, 5].map((round) => ({ round })),
    { round: 4, completed: true },
    { round: 5, completed: true },
    { round: 4, completed: true },
  ]
  expect(new Set(judgeInTurn(...steps).verdicts)).toEqual(new Set(['accepted']))
})

const anyTold = fc.record({
  round: fc.integer({ min: 0, max: 5 }),
  completed: fc.boolean(),
  strokes: fc.constantFrom(0, 70),
  golfers: fc.integer({ min: 0, max: 2 }),
})
const anyAnswers = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), anyTold), { maxLength: 40 })

test('whatever arrives, what is believed grows younger and never more than two answers in a row are doubted', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      let order = start()
      let doubted = 0
      for (const [second, told] of answers) {
        const answer = dated(second, told)
        const before = order
        const judged = evaluate(order, answer)
        order = judged.order
        if (judged.verdict === 'outdated') {
          expect(order).toBe(before)
          continue
        }
        expect(answer.requestedAt.getTime()).toBeGreaterThan(before.requestedAt?.getTime() ?? 0)
        doubted = judged.verdict === 'suspect' ? doubted + 1 : 0
        expect(doubted).toBeLessThan(3)
        expect(order.accepted).toBe(judged.verdict === 'accepted' ? answer : before.accepted)
      }
    }),
  )
})

test('answers that arrive in any order leave the board that the last question brought, when none goes backwards', () => {
  const anyOrder = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 })
  fc.assert(
    fc.property(anyOrder, (seconds) => {
      const { order } = judgeAll(seconds.map((second) => dated(second, { round: Math.min(second, 4) })))
      expect(order.accepted?.requestedAt.getTime()).toBe(Math.max(...seconds) * 1000)
    }),
  )
})
