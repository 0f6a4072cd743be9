import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toParOf } from './played-round.ts'
import { reconstructHoles } from './reconstructed-holes.ts'
import { createRandom } from './seeded-random.ts'
import { holesFrom, simulatedCourse } from './simulated-course.ts'

const course = simulatedCourse.holes

test('invented holes add up to the round and its nines', () => {
  const round = fc.record({
    startHole: fc.constantFrom(1, 10),
    count: fc.integer({ min: 1, max: 18 }),
    scores: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 18, maxLength: 18 }),
  })
  fc.assert(
    fc.property(round, ({ startHole, count, scores }) => {
      const played = holesFrom(simulatedCourse, startHole)
        .slice(0, count)
        .map(({ number, par }, index) => ({ number, par, at: 0, strokes: par + (scores[index] ?? 0) }))
      const strokesOf = (holes: readonly { strokes: number }[]) => holes.reduce((sum, hole) => sum + hole.strokes, 0)
      const half = (out: boolean) => played.filter(({ number }) => number <= 9 === out)
      const scoreOf = (out: boolean) => (half(out).length === 0 ? undefined : strokesOf(half(out)))
      const reconstructed = reconstructHoles(
        course,
        {
          strokes: strokesOf(played),
          toPar: toParOf(played),
          outScore: scoreOf(true),
          inScore: scoreOf(false),
          startHole,
        },
        createRandom(count),
      )
      expect(reconstructed.map(({ number }) => number)).toEqual(played.map(({ number }) => number))
      expect(strokesOf(reconstructed)).toBe(strokesOf(played))
      expect(strokesOf(reconstructed.filter(({ number }) => number <= 9))).toBe(strokesOf(half(true)))
    }),
  )
})

test('a round of another par has no holes that fit', () => {
  const totals = { strokes: 69, toPar: -1, outScore: undefined, inScore: undefined, startHole: 1 }
  const short = { ...totals, strokes: 2, toPar: 0 }
  expect(reconstructHoles(course, totals, createRandom(1))).toEqual([])
  expect(reconstructHoles(course, short, createRandom(1))).toEqual([])
})
