import { expect, test } from 'vitest'
import { buildField, buildFieldOf, buildGolfer } from '#test/support/build-field.ts'
import { applyCorrections, type CorrectedScores, type Correction, isSettled } from './corrections.ts'

const none: CorrectedScores = { status: null, rounds: [null, null, null, null], toPar: null }
const correct = (espnId: string, scores: Partial<CorrectedScores>): Correction => ({
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

test('a corrected score to par counts as it is', () => {
  expect(apply({ toPar: 1 })[0]).toMatchObject({ relativeScore: 1, toPar: '+1', total: 71 })
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

test('it is settled when the source says the same in every corrected value', () => {
  const scores = { ...none, rounds: [67, null, null, null], toPar: -3 }
  expect(isSettled(scores, first)).toBe(false)
  expect(isSettled(scores, second)).toBe(true)
  expect(isSettled({ ...none, status: 'WD' }, { ...second, isDNF: true, position: 'WD' })).toBe(true)
  expect(isSettled({ ...none, status: 'DQ' }, { ...second, isDNF: true, position: 'WD' })).toBe(false)
})

test('without corrections the field is the same object', () => {
  expect(applyCorrections(field, [])).toBe(field)
})
