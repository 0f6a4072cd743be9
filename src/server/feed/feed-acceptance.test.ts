import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '#domain/field/field.ts'
import { buildEvent, buildField, buildGolfer } from '#test/support/build-field.ts'
import {
  type AcceptanceState,
  evaluate,
  isAsFarAs,
  startAcceptance,
  type TimestampedField,
  type Verdict,
} from './feed-acceptance.ts'

type FeedScript = { round: number; completed?: boolean; strokes?: number; golfers?: number }

function buildScripted({ round, completed = false, strokes = 70, golfers = 1 }: FeedScript): Field {
  return buildField({
    event: buildEvent({ completed }),
    currentRound: round,
    golfersScores: Array.from({ length: golfers }, (_, index) =>
      buildGolfer({ espnId: String(index), total: strokes }),
    ),
  })
}

const dated = (second: number, script: FeedScript): TimestampedField => ({
  field: buildScripted(script),
  requestedAt: new Date(second * 1000),
})

const start = () => startAcceptance(null, new Date(0))

/** Evaluates responses in the order of their arrival. */
function evaluateAll(
  responses: TimestampedField[],
  from: AcceptanceState = start(),
): { verdicts: Verdict[]; state: AcceptanceState } {
  const verdicts: Verdict[] = []
  let state = from
  for (const response of responses) {
    const result = evaluate(state, response)
    verdicts.push(result.verdict)
    state = result.state
  }
  return { verdicts, state }
}

const evaluateInOrder = (...scripts: FeedScript[]) =>
  evaluateAll(scripts.map((script, second) => dated(second + 1, script)))

describe('responses are ordered by request time', () => {
  test('a late response is outdated, however it differs', () => {
    const { verdicts, state } = evaluateAll([dated(2, { round: 1 }), dated(1, { round: 4, completed: true })])
    expect(verdicts).toEqual(['accepted', 'outdated'])
    expect(state.accepted?.field.currentRound).toBe(1)
  })

  test('a response no newer than the stored field is outdated', () => {
    const stored = startAcceptance(dated(60, { round: 2 }), new Date(120_000))
    expect(evaluateAll([dated(60, { round: 2 }), dated(61, { round: 2 })], stored).verdicts).toEqual([
      'outdated',
      'accepted',
    ])
  })

  test('a stored field dated in the future does not make later responses outdated', () => {
    const stored = startAcceptance(dated(7200, { round: 2 }), new Date(120_000))
    expect(evaluateAll([dated(121, { round: 2 })], stored).verdicts).toEqual(['accepted'])
  })
})

describe('a response that goes backwards is accepted the third time in a row', () => {
  test.each<[string, FeedScript, FeedScript]>([
    ['a smaller round', { round: 3 }, { round: 2 }],
    ['no longer final', { round: 4, completed: true }, { round: 4 }],
    ['an older moment of the same round', { round: 1, golfers: 8 }, { round: 1, golfers: 8, strokes: 40 }],
    ['many strokes gone', { round: 1, golfers: 8 }, { round: 1, golfers: 8, strokes: 0 }],
    ['many golfers gone', { round: 0, golfers: 8, strokes: 0 }, { round: 0, golfers: 4, strokes: 0 }],
  ])('%s', (_, before, after) => {
    const { verdicts, state } = evaluateInOrder(before, after, after, after)
    expect(verdicts).toEqual(['accepted', 'suspect', 'suspect', 'accepted'])
    expect(state.accepted?.field).toEqual(buildScripted(after))
  })

  test('another response in between starts the count again', () => {
    const { verdicts } = evaluateInOrder({ round: 3 }, { round: 2 }, { round: 2 }, { round: 3 }, { round: 2 })
    expect(verdicts).toEqual(['accepted', 'suspect', 'suspect', 'accepted', 'suspect'])
  })
})

test('a field that shrinks a little does not go backwards', () => {
  const { verdicts } = evaluateInOrder({ round: 0, golfers: 16 }, { round: 0, golfers: 12 }, { round: 0, golfers: 9 })
  expect(verdicts).toEqual(['accepted', 'accepted', 'accepted'])
})

test('an event goes from round to round, and ends in round 4 after a play-off', () => {
  const steps: FeedScript[] = [
    { round: 0, strokes: 0 },
    ...[1, 2, 3, 4, 5].map((round) => ({ round })),
    { round: 4, completed: true },
    { round: 5, completed: true },
    { round: 4, completed: true },
  ]
  expect(new Set(evaluateInOrder(...steps).verdicts)).toEqual(new Set(['accepted']))
})

const anyScript = fc.record({
  round: fc.integer({ min: 0, max: 5 }),
  completed: fc.boolean(),
  strokes: fc.constantFrom(0, 70),
  golfers: fc.constantFrom(0, 1, 8),
})
const anyResponses = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), anyScript), { maxLength: 40 })

test('in any sequence, accepted fields get newer and at most two responses in a row are suspect', () => {
  fc.assert(
    fc.property(anyResponses, (responses) => {
      let state = start()
      let suspects = 0
      for (const [second, script] of responses) {
        const response = dated(second, script)
        const before = state
        const result = evaluate(state, response)
        state = result.state
        if (result.verdict === 'outdated') {
          expect(state).toBe(before)
          continue
        }
        expect(response.requestedAt.getTime()).toBeGreaterThan(before.requestedAt?.getTime() ?? 0)
        suspects = result.verdict === 'suspect' ? suspects + 1 : 0
        expect(suspects).toBeLessThan(3)
        expect(state.accepted).toBe(result.verdict === 'accepted' ? response : before.accepted)
      }
    }),
  )
})

test('in any order of arrival, the response to the last request wins unless it goes backwards', () => {
  const anyOrder = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 })
  fc.assert(
    fc.property(anyOrder, (seconds) => {
      const { state } = evaluateAll(seconds.map((second) => dated(second, { round: Math.min(second, 4) })))
      expect(state.accepted?.requestedAt.getTime()).toBe(Math.max(...seconds) * 1000)
    }),
  )
})

describe('another address of the feed is as far as the scores that are shown', () => {
  const build = (currentRound: number, [first, second]: readonly [string, string], thru: string) =>
    buildField({
      currentRound,
      golfersScores: [buildGolfer({ round1Score: first, round2Score: second, thru }), buildGolfer({ thru: 'F' })],
    })
  const shown = build(2, ['70', '36'], '9')

  test.each([
    ['the same', shown, true],
    ['a hole more', build(2, ['70', '40'], '10'), true],
    ['a hole less', build(2, ['70', '32'], '8'), false],
    ['a round less', build(1, ['70', '--'], 'F'), false],
  ])('with %s', (_, candidate, expected) => {
    expect(isAsFarAs(candidate, shown)).toBe(expected)
  })
})
