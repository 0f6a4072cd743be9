import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildEvent, buildField, buildGolfer } from '#test/support/build-field.ts'
import '#test/support/fast-check-seed.ts'
import { type Field, type Golfer, noValue, toParText } from '#domain/field/field.ts'
import {
  applyCorrections,
  type CorrectedScores,
  findCorrectionFaults,
  findUnsettled,
  type SeenSource,
  toParAfterRounds,
  toSeenSource,
} from './score-corrections.ts'

const pars = [4, 4, 3, 5, 4, 4, 3, 4, 4, 4, 3, 5, 4, 4, 4, 3, 4, 4]
const par = pars.reduce((sum, hole) => sum + hole, 0)
const rounds = [0, 1, 2, 3]

/** What one golfer has played, as the source has it: strokes of each hole, and what the source has added to a round later. */
type Source = { holes: number[]; added: number[] }

const parOf = (holes: number) => rounds.reduce((sum, round) => sum + parOfRound(holes, round), 0)
const parOfRound = (holes: number, round: number) =>
  pars.slice(0, Math.max(0, Math.min(18, holes - round * 18))).reduce((sum, hole) => sum + hole, 0)

function toStrokes({ holes, added }: Source): number[] {
  return rounds.map((round) => {
    const played = holes.slice(round * 18, round * 18 + 18)
    return played.length === 0 ? 0 : played.reduce((sum, strokes) => sum + strokes, added[round] ?? 0)
  })
}

/** The field of the source, in which the golfer is alone. */
function toField(source: Source): Field {
  const { holes } = source
  const strokes = toStrokes(source)
  const total = strokes.reduce((sum, count) => sum + count, 0)
  const relativeScore = total - parOf(holes.length)
  const round = Math.max(0, Math.ceil(holes.length / 18) - 1)
  const thru = holes.length % 18
  const golfer = buildGolfer({
    ...{ espnId: '1', total, relativeScore, totalScore: total === 0 ? noValue : String(total) },
    toPar: total === 0 ? noValue : toParText(relativeScore),
    thru: total === 0 ? noValue : thru === 0 ? 'F' : String(thru),
    currentRoundScore: total === 0 ? noValue : toParText((strokes[round] ?? 0) - parOfRound(holes.length, round)),
    ...Object.fromEntries(
      rounds.map((each) => [`round${each + 1}Score`, strokes[each] ? String(strokes[each]) : noValue]),
    ),
  })
  return buildField({ currentRound: round + 1, event: buildEvent({ par }), golfersScores: [golfer] })
}

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('play'),
      strokes: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('round'),
      round: fc.constantFrom(...rounds),
      strokes: fc.integer({ min: 64, max: 78 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('to par'),
      difference: fc.integer({ min: -3, max: 3 }),
      keepsRounds: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'end' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take over'), round: fc.constantFrom(...rounds) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('source adds'),
      round: fc.constantFrom(...rounds),
      strokes: fc.integer({ min: -2, max: 2 }),
    }),
  },
)

test('in every version the total less the par of the holes is the score to par, and the rounds and the difference are the total', () => {
  const seen = { takenOver: 0, marked: 0, settled: 0 }
  fc.assert(
    fc.property(fc.array(steps, { minLength: 5, maxLength: 40 }), (commands) => {
      const source: Source = { holes: [], added: [0, 0, 0, 0] }
      const stored: { correction: (CorrectedScores & { seen: SeenSource }) | null } = { correction: null }
      /** The difference that is in force by the rules, found apart from the program. */
      let difference = 0

      for (const command of commands) {
        const field = toField(source)
        const [row = buildGolfer()] = field.golfersScores
        switch (command.kind) {
          case 'play':
            for (const over of command.strokes.slice(0, 72 - source.holes.length))
              source.holes.push((pars[source.holes.length % 18] ?? 4) + over)
            break
          case 'round':
            save({
              status: null,
              rounds: (stored.correction?.rounds ?? noRounds).with(command.round, command.strokes),
              toParDifference: difference || null,
            })
            break
          case 'to par': {
            // The organiser says what the score to par is to be.
            const kept = command.keepsRounds ? (stored.correction?.rounds ?? noRounds) : noRounds
            const wanted = toParAfterRounds(row, kept, field) + command.difference
            const toParDifference = wanted - toParAfterRounds(row, kept, field)
            if (save({ status: null, rounds: kept, toParDifference: toParDifference || null }))
              difference = toParDifference
            break
          }
          case 'end':
            stored.correction = null
            difference = 0
            break
          case 'take over':
          case 'source adds': {
            const strokes = command.kind === 'take over' ? difference : command.strokes
            const isComplete = source.holes.length >= (command.round + 1) * 18
            if (!isComplete) break
            source.added[command.round] = (source.added[command.round] ?? 0) + strokes
            const isJump = strokes === difference && (stored.correction?.rounds[command.round] ?? null) === null
            if (difference !== 0 && isJump) {
              seen.takenOver += 1
              difference = 0
            }
            break
          }
        }
        look()

        function save(scores: CorrectedScores): boolean {
          if (findCorrectionFaults(scores, row, field).length > 0) return false
          stored.correction = { ...scores, seen: toSeenSource(scores, row, field) }
          return true
        }
      }

      /** As the server does with each new version of the source. */
      function look(): void {
        const field = toField(source)
        const [row = buildGolfer()] = field.golfersScores
        const { correction } = stored
        if (correction) {
          const now = toSeenSource(correction, row, field)
          const left: CorrectedScores | null = findUnsettled(correction, row, { before: correction.seen, now })
          if (!left) seen.settled += 1
          stored.correction = left && { ...left, seen: now }
        }
        const about = { espnId: '1', reason: 'Wrong card', by: 'Olive', at: '2026-06-05T18:00:00.000Z' }
        const corrections = stored.correction ? [{ ...stored.correction, ...about }] : []
        const [golfer = row] = applyCorrections(field, corrections).golfersScores
        check(golfer, row)
      }

      function check(golfer: Golfer, row: Golfer): void {
        const texts = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
        const strokes = texts.map((text) => Number.parseInt(text, 10) || 0)
        const sum = strokes.reduce((total, count) => total + count, 0)
        const shown = golfer.correction?.toParDifference ?? 0
        if (shown !== 0) seen.marked += 1
        expect(golfer.correction?.fields.includes('toPar') ?? false).toBe(shown !== 0)
        if (row.total > 0) expect(shown).toBe(difference)
        if (golfer.total === 0) return
        // A corrected round is complete.
        const parPlayed = rounds.reduce((total, round) => {
          const isCorrected = (stored.correction?.rounds[round] ?? null) !== null
          return total + (isCorrected ? par : parOfRound(source.holes.length, round))
        }, 0)
        expect(golfer.total - parPlayed).toBe(golfer.relativeScore)
        expect(sum + shown).toBe(golfer.total)
        expect([golfer.toPar, golfer.totalScore]).toEqual([toParText(golfer.relativeScore), String(golfer.total)])
      }
    }),
    { numRuns: 2000 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100)
})

const noRounds: readonly (number | null)[] = [null, null, null, null]
