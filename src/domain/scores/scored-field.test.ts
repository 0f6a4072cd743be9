import { expect, test } from 'vitest'
import { buildScoredGolfer, buildScores } from '#test/support/build-scores.ts'
import { describeScoreFault, findScoreFaults } from './score-document.ts'
import { toScoreDocument, toScoredField } from './scored-field.ts'

const [ann, bea, cleo] = ['Ann Arbor', 'Bea Bunker', 'Cleo Club'].map((name, index) =>
  buildScoredGolfer({ id: String(index + 1), name }),
)
if (!ann || !bea || !cleo) throw new Error('unreachable')

test('a round under way counts with its score to par; positions and movement follow', () => {
  const document = buildScores({ round: 2 }, [
    { ...ann, rounds: [70], today: -3, thru: 9 },
    { ...bea, rounds: [68] },
    { ...cleo, rounds: [71, 70] },
  ])
  const rows = toScoredField(document, null).golfersScores
  expect(
    rows.map(({ toPar, currentRoundScore, thru, position, round1Score }) => [
      toPar,
      currentRoundScore,
      thru,
      position,
      round1Score,
    ]),
  ).toEqual([
    ['-5', '-3', '9', '1', '70'],
    ['-4', '--', '--', '2', '68'],
    ['-3', '-2', 'F', '3', '71'],
  ])
  expect(rows.map(({ movement }) => [movement.class, movement.text])).toEqual([
    ['positive', '1'],
    ['negative', '1'],
    ['none', '-'],
  ])
})

test('only scores to par, without rounds, are enough', () => {
  const document = buildScores({ round: 4, status: 'complete' }, [
    { ...ann, toPar: -10 },
    { ...bea, toPar: -10, position: '2' },
    { ...cleo, toPar: 3, status: 'cut' },
  ])
  const field = toScoredField(document, null)
  expect(field.event).toMatchObject({ completed: true, status: 'STATUS_FINAL', roundStatus: 'Final' })
  expect(field.golfersScores.map(({ position, relativeScore, isDNF }) => [position, relativeScore, isDNF])).toEqual([
    ['T1', -10, false],
    ['2', -10, false],
    ['CUT', 3, true],
  ])
})

test('before round 1 nobody has a score, and tee times are shown', () => {
  const teeTime = '2026-06-04T12:00:00.000Z'
  const field = toScoredField(buildScores({ round: 0, status: 'scheduled' }, [{ ...ann, teeTime }]), null)
  expect(field.golfersScores[0]).toMatchObject({ toPar: '--', total: 0, position: '--', thru: '--', teeTime })
  expect(field).toMatchObject({ currentRound: 0, event: { roundStatus: 'Scheduled', completed: false } })
})

test('a golfer with strokes who is no longer listed stays on the board', () => {
  const board = toScoredField(
    buildScores({ round: 2 }, [{ ...ann, rounds: [70] }, { ...bea, rounds: [80], status: 'cut' }, cleo]),
    null,
  )
  const rows = toScoredField(buildScores({ round: 3 }, [{ ...ann, rounds: [70, 71] }]), board).golfersScores
  expect(rows.map(({ fullName, position, toPar }) => [fullName, position, toPar])).toEqual([
    ['Ann Arbor', '1', '-3'],
    ['Bea Bunker', 'CUT', '+8'],
  ])
})

test('the cut line is projected during its round', () => {
  const cut = { afterRound: 2, toPar: 1 }
  const during = toScoredField(buildScores({ round: 2, cut }, [ann]), null)
  const after = toScoredField(buildScores({ round: 2, status: 'round-complete', cut }, [ann]), null)
  expect([during.cutline?.displayValue, after.cutline]).toEqual(['+1', null])
})

test.each([
  [{ ...bea, id: ann.id }, 'Row 2 (Bea Bunker): id is listed twice.'],
  [{ ...bea, rounds: [12] }, 'Row 2 (Bea Bunker): round 1 must be 50 to 120 strokes, not 12.'],
  [{ ...bea, rounds: [70, 70, 70] }, 'Row 2 (Bea Bunker): round 3 is later than the event, which is in round 2.'],
  [{ ...bea, rounds: [null, 70] }, 'Row 2 (Bea Bunker): round 2 has strokes, and an earlier round has none.'],
  [
    { ...bea, rounds: [70], thru: 19, today: 0 },
    'Row 2 (Bea Bunker): thru must be 1 to 17, not 19; after hole 18 the round has strokes.',
  ],
  [{ ...bea, rounds: [70], thru: 5 }, 'Row 2 (Bea Bunker): today and thru belong together.'],
  [
    { ...bea, rounds: [70, 70], thru: 5, today: 0 },
    'Row 2 (Bea Bunker): thru is for a round under way, and this round is complete.',
  ],
  [
    { ...bea, rounds: [70, 70], teeTime: '2026-06-05T20:00:00.000Z' },
    'Row 2 (Bea Bunker): teeTime is later than these scores.',
  ],
])('a wrong row is named with its field: $1', (golfer, sentence) => {
  const { event, golfers } = buildScores({ round: 2 }, [{ ...ann, rounds: [70] }, golfer])
  const faults = findScoreFaults({ event, golfers }, null)
  expect(faults.map((fault) => describeScoreFault(fault, golfers))).toEqual([sentence])
})

test('scores for half the field are refused; those of golfers who are out may be missing', () => {
  const many = Array.from({ length: 20 }, (_, index) =>
    buildScoredGolfer({ id: String(index + 1), name: `Golfer ${index + 1}`, rounds: [70] }),
  )
  const board = toScoredField(buildScores({ round: 1 }, many), null)
  const half = buildScores({ round: 1 }, many.slice(0, 10))
  expect(findScoreFaults(half, board)).toEqual([
    { row: null, field: 'golfers', message: 'lack 10 of the 20 golfers on the board, for example Golfer 11' },
  ])
  const cut = toScoredField(
    buildScores(
      { round: 3 },
      many.map((golfer, index) => (index < 10 ? golfer : { ...golfer, status: 'cut' as const })),
    ),
    null,
  )
  expect(findScoreFaults(half, cut)).toEqual([])
})

test('an event of three rounds has its play-off in the fourth, and no strokes there', () => {
  const document = buildScores({ rounds: 3, round: 4 }, [
    { ...ann, rounds: [70, 70, 70], position: '1' },
    { ...bea, rounds: [70, 70, 70], position: '2' },
  ])
  expect(findScoreFaults(document, null)).toEqual([])
  const field = toScoredField(document, null)
  expect(field).toMatchObject({ currentRound: 4, event: { rounds: 3, roundStatus: 'Playoff - In Progress' } })
  expect(field.golfersScores.map(({ thru, round4Score, total }) => [thru, round4Score, total])).toEqual([
    ['F', '--', 210],
    ['F', '--', 210],
  ])
  expect(toScoreDocument(field, document.event.id, document.event.updated)).toMatchObject({
    event: { rounds: 3, round: 4 },
    golfers: [
      { rounds: [70, 70, 70], position: '1' },
      { rounds: [70, 70, 70], position: '2' },
    ],
  })
  const faults = (event: object, rounds: number[]) =>
    findScoreFaults(buildScores({ rounds: 3, ...event }, [{ ...ann, rounds }]), null).map((fault) =>
      describeScoreFault(fault, [ann]),
    )
  expect(faults({ round: 5 }, [70])).toEqual([
    'The scores: round must be at most 4, a play-off: the event has 3 rounds.',
  ])
  expect(faults({ round: 4 }, [70, 70, 70, 70])).toEqual([
    'Row 1 (Ann Arbor): round 4 does not exist: the event has 3 rounds.',
  ])
})
