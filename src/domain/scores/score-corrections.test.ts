import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildField, buildFieldOf, buildGolfer } from '#test/support/build-field.ts'
import '#test/support/fast-check-seed.ts'
import { toRoundStart } from '#domain/field/earlier-field.ts'
import { type Field, type Golfer, noValue, toParText } from '#domain/field/field.ts'
import {
  applyCorrections,
  type CorrectedScores,
  describeCorrection,
  findCorrectionFaults,
  findUnsettled,
  type ScoreCorrection,
  toSeenSource,
} from './score-corrections.ts'

const none: CorrectedScores = { status: null, rounds: [null, null, null, null], toParDifference: null }
const correct = (espnId: string, scores: Partial<CorrectedScores>): ScoreCorrection => ({
  ...none,
  ...scores,
  espnId,
  reason: 'Scorecard signed wrong',
  by: 'Olive Organiser',
  at: '2026-06-05T18:00:00.000Z',
})

const field = buildFieldOf([-5, -3, -3, 0])
const [first, second] = field.golfersScores
if (!first || !second) throw new Error('unreachable')

function apply(scores: Partial<CorrectedScores>, espnId = first?.espnId ?? '') {
  return applyCorrections(field, [correct(espnId, scores)]).golfersScores
}

test('a disqualification puts the golfer out, moves the others up, and names the organiser', () => {
  const [corrected, ...others] = apply({ status: 'DQ' })
  expect(corrected).toMatchObject({
    isDNF: true,
    position: 'DQ',
    relativeScore: -5,
    correction: { fields: ['status'], reason: 'Scorecard signed wrong', by: 'Olive Organiser' },
  })
  expect(others.map(({ position, correction }) => [position, correction])).toEqual([
    ['T1', null],
    ['T1', null],
    ['3', null],
  ])
})

test('a corrected round changes score to par, total and position', () => {
  const [corrected] = apply({ rounds: [67, null, null, null] })
  expect(corrected).toMatchObject({
    relativeScore: -3,
    toPar: '-3',
    total: 67,
    round1Score: '67',
    currentRoundScore: '-3',
    position: 'T1',
  })
})

test('a round under way is replaced as a whole', () => {
  const playing = buildGolfer({
    total: 100,
    relativeScore: -6,
    round1Score: '66',
    round2Score: '34',
    currentRoundScore: '-2',
    thru: '9',
  })
  const [corrected] = applyCorrections(buildField({ currentRound: 2, golfersScores: [playing] }), [
    correct(playing.espnId, { rounds: [null, 69, null, null] }),
  ]).golfersScores
  expect(corrected).toMatchObject({
    relativeScore: -5,
    total: 135,
    round2Score: '69',
    thru: 'F',
    currentRoundScore: '-1',
  })
})

test('a corrected score to par is a difference to the source’s, which is in the total and marked', () => {
  expect(apply({ toParDifference: 6 })[0]).toMatchObject({
    ...{ relativeScore: 1, toPar: '+1', total: 71, round1Score: '65', currentRoundScore: '-5' },
    correction: { fields: ['toPar'], toParDifference: 6 },
  })
  expect(apply({ rounds: [67, null, null, null], toParDifference: -1 })[0]).toMatchObject({
    ...{ relativeScore: -4, total: 66, round1Score: '67' },
    correction: { fields: ['round1', 'toPar'], toParDifference: -1 },
  })
})

test('corrected from +4 to +3 before round 4, a golfer who plays it in 2 under is at +1', () => {
  const rounds = { round1Score: '72', round2Score: '71', round3Score: '71' }
  const waiting = buildGolfer({ ...rounds, total: 214, relativeScore: 4, thru: noValue, currentRoundScore: noValue })
  const after = (row: Golfer) =>
    applyCorrections(buildField({ currentRound: 4, golfersScores: [row] }), [
      correct(row.espnId, { toParDifference: -1 }),
    ]).golfersScores[0]
  expect(after(waiting)).toMatchObject({ toPar: '+3', totalScore: '213' })
  const finished = { ...waiting, round4Score: '68', total: 282, relativeScore: 2, thru: 'F', currentRoundScore: '-2' }
  expect(after(finished)).toMatchObject({ toPar: '+1', totalScore: '281', round4Score: '68', currentRoundScore: '-2' })
})

test('a golfer who is put back in gets a position', () => {
  const out = {
    ...field,
    golfersScores: field.golfersScores.map((golfer, index) =>
      index === 0 ? { ...golfer, isDNF: true, position: 'CUT' } : golfer,
    ),
  }
  const [corrected] = applyCorrections(out, [correct(first.espnId, { status: 'playing' })]).golfersScores
  expect(corrected).toMatchObject({ isDNF: false, position: '1' })
})

/** What is left of a correction after a look at this row; `earlier` is the row at the look before. */
function settle(scores: Partial<CorrectedScores>, row: Golfer, earlier = row) {
  const all = { ...none, ...scores }
  const [before, now] = [toSeenSource(all, earlier, field), toSeenSource(all, row, field)]
  return findUnsettled(all, row, { before, now })
}

test('it is settled when the source says the same in every corrected value', () => {
  const scores = { rounds: [67, null, null, null] }
  expect(settle(scores, first)).toMatchObject(scores)
  expect(settle(scores, second)).toBeNull()
  expect(settle({ status: 'WD' }, { ...second, isDNF: true, position: 'WD' })).toBeNull()
  expect(settle({ status: 'DQ' }, { ...second, isDNF: true, position: 'WD' })).not.toBeNull()
})

test('the source takes a difference over by a jump of as many strokes without a hole being played', () => {
  const difference = { toParDifference: -1 }
  const better = (row: Golfer) => ({ ...row, relativeScore: row.relativeScore - 1 })
  expect(settle(difference, better(first), first)).toBeNull()
  expect(settle(difference, { ...better(first), total: first.total - 1, round1Score: '64' }, first)).toBeNull()
  expect(settle(difference, first)).toMatchObject(difference)
  expect(settle(difference, better(better(first)), first)).toMatchObject(difference)
  expect(settle({ toParDifference: 1 }, better(first), first)).toMatchObject({ toParDifference: 1 })
  const playing = { ...first, thru: '7' }
  expect(settle(difference, { ...better(playing), thru: '8' }, playing)).toMatchObject(difference)
  expect(settle(difference, better(playing), playing)).toBeNull()
  // A source without holes does not say whether one was played.
  const scoreOnly = { ...first, round1Score: noValue, thru: noValue }
  expect(settle(difference, better(scoreOnly), scoreOnly)).toMatchObject(difference)
  expect(
    findUnsettled({ ...none, ...difference }, first, { before: null, now: { toPar: -5, holes: 18 } }),
  ).not.toBeNull()
})

test('what the source does not say yet is left of a correction whose difference it has taken over', () => {
  const scores = { status: 'DQ', toParDifference: 2 } as const
  const worse = { ...first, relativeScore: first.relativeScore + 2 }
  expect(settle(scores, worse, first)).toEqual({ ...none, status: 'DQ' })
  expect(settle(scores, { ...worse, isDNF: true, position: 'DQ' }, first)).toBeNull()
  // A corrected round is no jump: the score after corrected rounds is the same.
  const rounds = { rounds: [67, null, null, null], toParDifference: 2 }
  const said = { ...first, round1Score: '67', relativeScore: -3, total: 67 }
  expect(settle(rounds, said, first)).toMatchObject(rounds)
})

test('without corrections the field is the same object', () => {
  expect(applyCorrections(field, [])).toBe(field)
})

test('a round of a course with another par changes the score to par by the difference', () => {
  const golfer = buildGolfer({
    total: 142,
    relativeScore: 1,
    round1Score: '70',
    round2Score: '72',
    currentRoundScore: '+1',
  })
  const field = buildField({ currentRound: 2, golfersScores: [golfer] })
  const [corrected] = applyCorrections(field, [
    correct(golfer.espnId, { rounds: [null, 71, null, null] }),
  ]).golfersScores
  expect(corrected).toMatchObject({ relativeScore: 0, total: 141, currentRoundScore: 'E', thru: 'F' })
})

test('a round before the one under way is corrected, and the golfer plays on', () => {
  const playing = buildGolfer({
    ...{ total: 100, relativeScore: -6, round1Score: '66', round2Score: '34', currentRoundScore: '-2', thru: '9' },
  })
  const field = buildField({ currentRound: 2, golfersScores: [playing] })
  const [corrected] = applyCorrections(field, [
    correct(playing.espnId, { rounds: [68, null, null, null] }),
  ]).golfersScores
  expect(corrected).toMatchObject({
    relativeScore: -4,
    total: 102,
    round2Score: '34',
    currentRoundScore: '-2',
    thru: '9',
  })
})

test('a round that a golfer left is replaced as a whole', () => {
  const left = { isDNF: true, position: 'WD', thru: noValue, currentRoundScore: noValue }
  const golfer = buildGolfer({ ...left, total: 100, relativeScore: -6, round1Score: '66', round2Score: '34' })
  const field = buildField({ currentRound: 3, golfersScores: [golfer] })
  const [corrected] = applyCorrections(field, [
    correct(golfer.espnId, { status: 'playing', rounds: [null, 69, null, null] }),
  ]).golfersScores
  expect(corrected).toMatchObject({ isDNF: false, relativeScore: -5, total: 135, round2Score: '69', position: '1' })
})

test('a round that the source lacks counts, also that of a golfer who waits for it', () => {
  const waiting = buildGolfer({
    relativeScore: -2,
    thru: noValue,
    currentRoundScore: noValue,
    teeTime: '2026-06-05T18:00:00.000Z',
  })
  const field = buildField({ currentRound: 2, golfersScores: [waiting] })
  const [corrected] = applyCorrections(field, [
    correct(waiting.espnId, { rounds: [null, 69, null, null] }),
  ]).golfersScores
  expect(corrected).toMatchObject({ relativeScore: -3, total: 137, currentRoundScore: '-1', thru: 'F', teeTime: null })
})

test('in a play-off, round 4 is still the last, and the source says who is ahead of whom', () => {
  const rounds = { round1Score: '70', round2Score: '70', round3Score: '70' }
  const rows = [60, 60, 61].map((last, index) =>
    buildGolfer({
      ...{
        ...rounds,
        espnId: `${index + 1}`,
        position: String(index + 1),
        round4Score: String(last),
        total: 210 + last,
      },
      ...{ relativeScore: last - 70, currentRoundScore: toParText(last - 70) },
    }),
  )
  const field = buildField({ currentRound: 5, golfersScores: rows })
  const seen = applyCorrections(field, [correct('3', { rounds: [null, null, null, 62] })]).golfersScores
  expect(
    seen.map(({ position, relativeScore, currentRoundScore }) => [position, relativeScore, currentRoundScore]),
  ).toEqual([
    ['1', -10, '-10'],
    ['2', -10, '-10'],
    ['3', -8, '-8'],
  ])
})

test('in the play-off of an event of three rounds, round 3 is the last, and there is no fourth to correct', () => {
  const row = buildGolfer({
    ...{ espnId: '1', round1Score: '70', round2Score: '70', round3Score: '70', round4Score: noValue },
    ...{ total: 210, relativeScore: 0, currentRoundScore: 'E', thru: 'F' },
  })
  const base = buildField({ currentRound: 4, golfersScores: [row] })
  const three = { ...base, event: { ...base.event, rounds: 3 } }
  expect(findCorrectionFaults({ ...none, rounds: [null, null, 71, null] }, row, three)).toEqual([])
  expect(findCorrectionFaults({ ...none, rounds: [null, null, null, 71] }, row, three)).toEqual([
    { field: 'rounds.3', message: 'has not begun: it is round 3' },
  ])
})

test('a source that has only the score to par is corrected by it, and a round changes nothing else', () => {
  const golfer = buildGolfer({ relativeScore: -3, total: 137, round1Score: noValue })
  const field = buildField({ currentRound: 2, golfersScores: [golfer] })
  const scores = { rounds: [66, null, null, null] }
  const [corrected] = applyCorrections(field, [correct(golfer.espnId, scores)]).golfersScores
  expect(corrected).toMatchObject({ relativeScore: -3, total: 137, round1Score: '66' })
  const [other] = applyCorrections(field, [correct(golfer.espnId, { ...scores, toParDifference: 2 })]).golfersScores
  expect(other).toMatchObject({ relativeScore: -1, total: 139 })
})

test('two corrections share a place; a golfer without a row gets none', () => {
  const { golfersScores } = applyCorrections(field, [
    correct(first.espnId, { toParDifference: 2 }),
    correct('999', { status: 'WD' }),
    correct(field.golfersScores[3]?.espnId ?? '', { toParDifference: -3 }),
  ])
  expect(golfersScores.map(({ position }) => position)).toEqual(['T1', 'T1', 'T1', 'T1'])
})

test('a golfer who is out does not move, and "playing" keeps the position of one who is in', () => {
  const rising = { ...first, movement: { text: '2', class: 'positive' as const } }
  const moved = { ...field, golfersScores: [rising, ...field.golfersScores.slice(1)] }
  const [out] = applyCorrections(moved, [correct(first.espnId, { status: 'WD' })]).golfersScores
  expect(out?.movement.class).toBe('none')
  expect(apply({ status: 'playing' })[0]?.position).toBe('1')
})

test('the strokes of a round under way settle nothing', () => {
  const scores = { ...none, rounds: [67, null, null, null] }
  expect(settle(scores, { ...second, thru: '17' })).not.toBeNull()
})

test.each([
  [{}, 'scores are what the source says, so there is nothing to correct'],
  [{ rounds: [12, null, null, null] }, 'rounds.0 must be 50 to 120 strokes, not 12'],
  [{ rounds: [null, 70, null, null] }, 'rounds.1 has not begun: it is round 1'],
  [{ status: 'CUT' as const }, 'status cannot be CUT: nobody has missed the cut yet'],
  [{ toParDifference: -35 }, 'toPar must be -20 to +50'],
  [{ rounds: [67, null, null, null], toParDifference: 54 }, 'toPar must be -20 to +50'],
  [
    { status: 'playing' as const, toParDifference: 0 },
    'scores are what the source says, so there is nothing to correct',
  ],
])('%j is refused', (scores, sentence) => {
  const faults = findCorrectionFaults({ ...none, ...scores }, first, field)
  expect(faults.map(({ field: name, message }) => `${name} ${message}`)).toEqual([sentence])
})

test('before the first stroke there is no score to par to correct', () => {
  const waiting = buildGolfer({ total: 0, round1Score: noValue, toPar: noValue, thru: noValue })
  expect(findCorrectionFaults({ ...none, toParDifference: -3 }, waiting, field)).toMatchObject([{ field: 'toPar' }])
  const [corrected] = applyCorrections({ ...field, golfersScores: [waiting] }, [
    correct(waiting.espnId, { toParDifference: -3 }),
  ]).golfersScores
  expect(corrected).toMatchObject({ toPar: noValue, total: 0, relativeScore: 0 })
})

test('a stroke is left of those that a golfer has played, also if the source takes some back', () => {
  const begun = buildGolfer({ total: 4, round1Score: '4', relativeScore: 0, toPar: 'E', thru: '1' })
  const faults = (toParDifference: number) => findCorrectionFaults({ ...none, toParDifference }, begun, field)
  expect([faults(-3), faults(-4)]).toEqual([[], [{ field: 'toPar', message: 'must be -3 to +50' }]])
  const once = applyCorrections({ ...field, golfersScores: [{ ...begun, total: 3 }] }, [
    correct(begun.espnId, { toParDifference: -3 }),
  ])
  expect(once.golfersScores[0]).toMatchObject({ toPar: '-3', total: 1 })
})

test('a correction in words', () => {
  expect(describeCorrection({ status: 'DQ', rounds: [null, 69, null, 71], toParDifference: -1 })).toBe(
    'out (DQ), R2 69, R4 71, 1 stroke taken off the total',
  )
  expect(describeCorrection({ ...none, toParDifference: 2 })).toBe('2 strokes added to the total')
  // One that ended before differences were stored.
  expect(describeCorrection({ ...none, toPar: -3 })).toBe('total -3')
})

describe('whatever the field', () => {
  const par = 70
  const scores = fc.record({
    status: fc.option(fc.constantFrom('playing' as const, 'CUT' as const, 'DQ' as const)),
    rounds: fc.tuple(...[1, 2, 3, 4].map(() => fc.option(fc.integer({ min: 60, max: 80 })))),
    toParDifference: fc.option(fc.integer({ min: -4, max: 4 })),
  })
  const golfers = fc.record({
    complete: fc.array(fc.integer({ min: 62, max: 78 }), { maxLength: 4 }),
    underWay: fc.option(fc.record({ thru: fc.integer({ min: 1, max: 17 }), today: fc.integer({ min: -3, max: 3 }) })),
    out: fc.option(fc.constantFrom('CUT', 'WD', 'DQ'), { freq: 3 }),
  })
  const fields = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.array(golfers, { minLength: 1, maxLength: 6 }))
  type Line = typeof golfers extends fc.Arbitrary<infer Golfer> ? Golfer : never

  function toRow({ complete, underWay, out }: Line, index: number, currentRound: number) {
    const rounds = complete.slice(0, currentRound)
    const partial = underWay && rounds.length < Math.min(4, currentRound) ? underWay : null
    const strokes = partial ? Math.round((par * partial.thru) / 18) + partial.today : 0
    const shown = [...rounds, ...(strokes > 0 ? [strokes] : [])].map(String)
    const total = rounds.reduce((sum, round) => sum + round, strokes)
    const relativeScore = rounds.reduce((sum, round) => sum + round - par, strokes > 0 ? (partial?.today ?? 0) : 0)
    const isDone = strokes === 0 && rounds.length === Math.min(4, currentRound)
    return buildGolfer({
      ...{ espnId: String(index + 1), isDNF: out !== null, position: out ?? noValue, relativeScore, total },
      toPar: total === 0 ? noValue : toParText(relativeScore),
      currentRoundScore: isDone
        ? toParText((rounds.at(-1) ?? par) - par)
        : strokes > 0
          ? toParText(partial?.today ?? 0)
          : noValue,
      thru: isDone ? 'F' : strokes > 0 ? String(partial?.thru) : noValue,
      ...Object.fromEntries([1, 2, 3, 4].map((round) => [`round${round}Score`, shown[round - 1] ?? noValue])),
    })
  }
  const toField = ([currentRound, lines]: [number, Line[]]): Field =>
    buildField({ currentRound, golfersScores: lines.map((line, index) => toRow(line, index, currentRound)) })
  const withoutMark = (board: Field) => board.golfersScores.map((golfer) => ({ ...golfer, correction: null }))

  test('an empty correction changes nothing', () => {
    fc.assert(
      fc.property(fields.map(toField), (board) => {
        expect(withoutMark(applyCorrections(board, [correct('1', {})]))).toEqual(withoutMark(board))
      }),
    )
  })

  /** Without what is refused, such as rounds that the golfer has not begun. */
  function toPossible(board: Field, change: CorrectedScores): CorrectedScores {
    const [golfer = buildGolfer()] = board.golfersScores
    const isRefused = (scores: CorrectedScores, field: string) =>
      findCorrectionFaults(scores, golfer, board).some(({ field: name }) => name === field)
    const rounds = change.rounds.map((count, index) => (isRefused(change, `rounds.${index}`) ? null : count))
    const possible = { ...change, rounds }
    return isRefused(possible, 'toPar') ? { ...possible, toParDifference: null } : possible
  }

  test('corrected rounds and a status that are applied twice are applied once, and are then settled', () => {
    fc.assert(
      fc.property(fields.map(toField), scores, (board, any) => {
        const change = { ...toPossible(board, any), toParDifference: null }
        const correction = correct('1', change)
        const once = applyCorrections(board, [correction])
        expect(applyCorrections(once, [correction])).toEqual(once)
        const [golfer] = once.golfersScores
        const isBegun = (golfer?.total ?? 0) > 0
        const isPlaying = /^\d/.test(golfer?.thru ?? '')
        if (golfer && isBegun && !isPlaying) expect(settle(change, golfer)).toBeNull()
      }),
    )
  })

  test('the total, the score to par, the rounds and the difference agree, as do the texts', () => {
    fc.assert(
      fc.property(fields.map(toField), scores, (board, change) => {
        const correction = correct('1', toPossible(board, change))
        const { golfersScores } = applyCorrections(board, [correction])
        for (const golfer of golfersScores) {
          const difference = golfer.total === 0 ? 0 : (golfer.correction?.toParDifference ?? 0)
          const strokes = [1, 2, 3, 4].map((round) => Number(golfer[`round${round as 1 | 2 | 3 | 4}Score`]) || 0)
          expect(golfer.total).toBe(strokes.reduce((sum, count) => sum + count, difference))
          expect(golfer.toPar).toBe(golfer.total === 0 ? noValue : toParText(golfer.relativeScore))
          if (!/^\d/.test(golfer.thru))
            expect(golfer.relativeScore).toBe(golfer.total - par * strokes.filter(Boolean).length)
        }
        expect(toRoundStart({ ...board, golfersScores }).golfersScores).toHaveLength(golfersScores.length)
      }),
    )
  })
})
