import { describe, expect, test } from 'vitest'
import { golfer as golferMessage } from '#contract/leaderboard-contract.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import {
  buildEspnBody,
  buildEspnCourse,
  buildEspnRound,
  buildEspnRow,
  type EspnEventInput,
  type EspnRowInput,
  espnEventId,
} from '#test/support/build-espn-body.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'

function readField(input: EspnEventInput = {}): Field {
  return toField(parseLeaderboard(buildEspnBody(input), espnEventId))
}

/** So many rounds with these strokes and this score to par. */
function played(count: number, strokes = 70, toPar = 'E'): [number, string][] {
  return Array.from({ length: count }, () => [strokes, toPar])
}

/** The only golfer of an event. */
function readGolfer(row: EspnRowInput, event: EspnEventInput = {}): Golfer {
  const [golfer] = readField({ competitors: [buildEspnRow(row)], ...event }).golfersScores
  if (!golfer) throw new Error('no golfer')
  expect(golferMessage.parse(golfer)).toEqual(golfer)
  return golfer
}

/** The first of several golfers who have finished the same rounds. */
function readAmongFinishers(row: EspnRowInput, event: EspnEventInput & { rounds: number }): Golfer {
  const rounds = played(event.rounds)
  const others = ['11', '12', '13'].map((id) => buildEspnRow({ id, rounds, row: { sortOrder: 9 } }))
  const [golfer] = readField({ ...event, competitors: [buildEspnRow(row), ...others] }).golfersScores
  if (!golfer) throw new Error('no golfer')
  return golfer
}

describe('the score to par', () => {
  test('includes the current round, which the competitor’s own score does not', () => {
    const golfer = readGolfer({
      state: 'playing',
      rounds: [[63, '-3']],
      toPar: { value: -3, displayValue: '-3' },
      status: { thru: 17 },
      row: { score: { value: 0, displayValue: 'E' } },
    })
    expect(golfer).toMatchObject({ relativeScore: -3, toPar: '-3', total: 63, totalScore: '63', thru: '17' })
  })

  test('is parsed from the text in the oldest bodies, which have no value and no plus sign', () => {
    expect(readGolfer({ rounds: [[79, '9']], toPar: { displayValue: '9' } })).toMatchObject({
      relativeScore: 9,
      toPar: '+9',
    })
  })

  test('is the sum of the rounds when the statistic is missing, empty or out of range', () => {
    const rounds: EspnRowInput['rounds'] = [
      [68, '-2'],
      [75, '+5'],
    ]
    for (const toPar of [null, { displayValue: '' }, { value: 0, displayValue: '-' }, { value: 1e9 }]) {
      expect(readGolfer({ rounds, toPar }).relativeScore).toBe(3)
    }
  })

  test('is the competitor’s own score, even as plain text, as the last resort', () => {
    expect(readGolfer({ rounds: [[70, '']], toPar: null, row: { score: '-14' } }).relativeScore).toBe(-14)
    expect(readGolfer({ rounds: [[70, '']], toPar: null, row: { score: null } }).relativeScore).toBe(0)
  })

  test('is empty before the first stroke, whatever form of zero the feed sends', () => {
    for (const toPar of [{ value: 0, displayValue: 'E' }, { value: 0, displayValue: '-' }, null]) {
      const golfer = readGolfer({ state: 'scheduled', rounds: [], toPar })
      expect(golfer).toMatchObject({ relativeScore: 0, toPar: '--', total: 0, totalScore: '--' })
    }
  })

  test('includes the unfinished round of a golfer who withdrew, as the strokes do', () => {
    const golfer = readGolfer(
      {
        state: 'withdrawn',
        rounds: [
          [71, '-1'],
          [53, '+5'],
        ],
        toPar: { value: 4, displayValue: '+4' },
        status: { thru: 12, displayThru: '12' },
      },
      { round: 2 },
    )
    expect(golfer).toMatchObject({ position: 'WD', isDNF: true, relativeScore: 4, total: 124, thru: '12' })
  })
})

describe('the rounds', () => {
  test('count only once begun: a line without values, a zero with a dash and a missing line are unplayed', () => {
    const linescores = [
      buildEspnRound(1, 68, '-2'),
      { period: 2, teeTime: '2026-04-10T12:00Z' },
      buildEspnRound(3, 0, '-'),
      buildEspnRound(4, 70, '-'),
    ]
    const golfer = readGolfer({ row: { linescores } }, { round: 2 })
    expect(golfer).toMatchObject({
      round1Score: '68',
      round2Score: '--',
      round3Score: '--',
      round4Score: '--',
    })
    expect(golfer.total).toBe(68)
  })

  test('count once and by number, whatever their order and repetitions', () => {
    const linescores = [buildEspnRound(2, 66, '-4'), buildEspnRound(1, 70, 'E'), buildEspnRound(2, 77, '+7')]
    expect(readGolfer({ row: { linescores } }, { round: 2 })).toMatchObject({
      round1Score: '70',
      round2Score: '66',
      total: 136,
    })
  })

  test('never include a play-off, whether it is marked or only numbered 5', () => {
    const four = [1, 2, 3, 4].map((round) => buildEspnRound(round, 65, '-5'))
    for (const playoff of [
      buildEspnRound(5, 3, '-1'),
      buildEspnRound(5, 3, '-1', { isPlayoff: true }),
      buildEspnRound(402, 3, '-1'),
    ]) {
      const golfer = readGolfer(
        {
          state: 'playing',
          toPar: { value: -20, displayValue: '-20' },
          status: { period: 5, thru: 1, displayThru: '1', displayValue: 'F', teeTime: '1900-01-01T10:00Z' },
          row: { linescores: [...four, playoff] },
        },
        {
          round: 5,
          play: 'complete',
          competition: {
            status: { period: 5, type: { name: 'STATUS_PLAY_COMPLETE', detail: 'Playoff - Play Complete' } },
          },
        },
      )
      expect(golfer).toMatchObject({ total: 260, relativeScore: -20, round4Score: '65' })
      expect(golfer).toMatchObject({ currentRoundScore: '-5', thru: 'F', teeTime: null })
    }
  })

  test('of a shortened event end before its play-off, which can have the number 4', () => {
    const linescores = [
      buildEspnRound(1, 66, '-4'),
      buildEspnRound(2, 66, '-4'),
      buildEspnRound(3, 67, '-3'),
      buildEspnRound(4, 4, 'E', { isPlayoff: true }),
    ]
    const competition = { status: { period: 4, type: { detail: 'Playoff - In Progress' } } }
    const input = {
      competitors: [buildEspnRow({ state: 'playing', status: { period: 4, thru: 1 }, row: { linescores } })],
    }
    const field = readField({ ...input, competition: { ...input, ...competition } })
    expect(field.currentRound).toBe(5)
    expect(field.golfersScores[0]).toMatchObject({ round4Score: '--', currentRoundScore: '-3', thru: 'F' })
  })

  test('are integers, although they are sent as doubles or text', () => {
    const linescores = [buildEspnRound(1, 69.99999, '-2'), { period: '2', value: '70', displayValue: 'E' }]
    const golfer = readGolfer({ row: { linescores }, toPar: { value: -0.0000001, displayValue: 'E' } })
    expect(golfer).toMatchObject({ round1Score: '70', round2Score: '70', total: 140, toPar: 'E' })
    expect(Object.is(golfer.relativeScore, 0)).toBe(true)
  })
})

describe('today and thru', () => {
  const waiting = { period: 2, teeTime: '2026-04-10T12:00Z' }
  const cases: [what: string, EspnRowInput, EspnEventInput, Partial<Golfer>][] = [
    [
      'are dashes before the first hole, with the tee time in full ISO form',
      {
        state: 'scheduled',
        rounds: [],
        status: { teeTime: '2026-04-09T12:40Z', displayValue: '2026-04-09T12:40:00Z' },
      },
      {},
      { currentRoundScore: '--', thru: '--', teeTime: '2026-04-09T12:40:00.000Z' },
    ],
    [
      'follow a round in progress',
      {
        state: 'playing',
        rounds: [...played(1, 68, '-2'), ...played(1, 33, '-1')],
        status: { thru: 9, displayThru: '9', teeTime: waiting.teeTime },
      },
      { round: 2 },
      { currentRoundScore: '-1', thru: '9', teeTime: null },
    ],
    [
      'show F between two rounds',
      { state: 'scheduled', status: waiting, rounds: played(1, 67, '-3') },
      { round: 1, play: 'complete' },
      { currentRoundScore: '-3', thru: 'F', teeTime: null },
    ],
    [
      'start again when the next round has begun, with the tee time of a golfer who has not',
      {
        state: 'scheduled',
        status: waiting,
        row: { linescores: [buildEspnRound(1, 67, '-3'), buildEspnRound(2, 0, '-')] },
      },
      { round: 2 },
      { currentRoundScore: '--', thru: '--', teeTime: '2026-04-10T12:00:00.000Z' },
    ],
    [
      'show F for FINISH with thru 0 and the next period, as in the minutes after a round',
      { status: { period: 3, thru: 0 }, rounds: [...played(1, 67, '-3'), ...played(1)] },
      { round: 2, play: 'complete' },
      { currentRoundScore: 'E', thru: 'F' },
    ],
    [
      'show F for FINISH with thru 0 during the round',
      { status: { thru: 0 } },
      {},
      { currentRoundScore: 'E', thru: 'F' },
    ],
    [
      'follow a golfer who begins the next round before the event does',
      { rounds: [...played(1), ...played(1, 67, '-3')] },
      {},
      { currentRoundScore: '-3', thru: 'F' },
    ],
    [
      'never take the number of holes from another round',
      { state: 'withdrawn', rounds: [...played(1), ...played(1, 20, '+3')], status: { period: 1, thru: 12 } },
      { round: 2 },
      { currentRoundScore: '+3', thru: '--' },
    ],
    [
      'show F for "18*": the star means not in the current round',
      {
        rounds: played(4, 65, '-5'),
        status: { period: 4, thru: 18, displayThru: '18*', behindCurrentRound: true },
      },
      { round: 5, play: 'complete' },
      { currentRoundScore: '-5', thru: 'F' },
    ],
    [
      'show a golfer’s own round while the event is a round ahead',
      {
        state: 'playing',
        rounds: [...played(1), ...played(1, 60, '+2')],
        status: { period: 2, thru: 14, displayThru: '14*', behindCurrentRound: true },
      },
      { round: 3 },
      { currentRoundScore: '+2', thru: '14' },
    ],
    [
      'treat a scheduled golfer with strokes as playing',
      { state: 'scheduled', rounds: played(1, 4), status: { thru: 1 } },
      {},
      { currentRoundScore: 'E', thru: '1', teeTime: null, isDNF: false },
    ],
    [
      'have no holes of a scheduled golfer with strokes and thru 0',
      { state: 'scheduled', rounds: played(1, 4), status: { thru: 0 } },
      {},
      { thru: '--' },
    ],
  ]
  test.each(cases)('%s', (_, row, event, expected) => {
    expect(readGolfer(row, event)).toMatchObject(expected)
  })

  test('prefer the golfer’s own tee time to that of the round, which was hours off for years', () => {
    const linescores = [{ period: 1, teeTime: '2026-04-09T15:40Z' }]
    const read = (teeTime?: string) =>
      readGolfer({ state: 'scheduled', status: { teeTime }, row: { linescores } }).teeTime
    expect(read('2026-04-09T12:40Z')).toBe('2026-04-09T12:40:00.000Z')
    for (const none of [undefined, '1900-01-01T10:00Z', 'soon']) expect(read(none)).toBe('2026-04-09T15:40:00.000Z')
  })

  test('parse thru from its texts when the number is missing', () => {
    const thru = (status: object) => readGolfer({ state: 'playing', status: { thru: null, ...status } }).thru
    expect(thru({ displayThru: '7' })).toBe('7')
    expect(thru({ displayValue: 'Thru 17' })).toBe('17')
    expect(thru({ displayValue: '2026-04-09T12:40:00Z' })).toBe('--')
  })
})

describe('a golfer who is out', () => {
  test.each([
    [{ id: '3', name: 'STATUS_CUT', shortDetail: 'CUT', description: 'Missed Cut' }, 'CUT'],
    [{ id: '3', name: 'STATUS_CUT', shortDetail: 'WD', description: 'Withdrawn' }, 'WD'],
    [{ id: '3', name: 'STATUS_CUT', shortDetail: 'DNS', description: 'Did Not Start' }, 'DNS'],
    [{ id: '3', name: 'STATUS_CUT', shortDetail: 'DQ', description: 'Disqualified' }, 'DQ'],
    [{ id: '3', name: 'STATUS_CUT', shortDetail: 'MDF' }, 'MDF'],
    [{ id: '3', name: 'STATUS_CUT', description: 'Made Cut, Did Not Finish' }, 'MDF'],
    [{ id: '3', name: 'STATUS_CUT' }, 'CUT'],
    [{ id: '3', description: 'Withdrawn' }, 'WD'],
    [{ name: 'STATUS_WITHDRAWN' }, 'WD'],
    [{ name: 'STATUS_WD' }, 'WD'],
    [{ name: 'STATUS_DISQUALIFIED' }, 'DQ'],
    [{ name: 'STATUS_DQ' }, 'DQ'],
    [{ name: 'STATUS_MDF' }, 'MDF'],
    [{ name: 'STATUS_DNS' }, 'DNS'],
  ])('shows why in the place of the position: %o is %s', (type, reason) => {
    const golfer = readGolfer({
      rounds: [[75, '+5']],
      toPar: { value: 5 },
      status: { type },
      row: { movement: 0 },
    })
    expect(golfer).toMatchObject({ isDNF: true, position: reason, relativeScore: 5, toPar: '+5', total: 75 })
    expect(golfer.movement.class).toBe('none')
  })

  test('keeps the score of the round just played, and has none in later rounds', () => {
    const row: EspnRowInput = {
      state: 'cut',
      rounds: [
        [75, '+5'],
        [72, '+2'],
      ],
      status: { thru: 18, displayThru: '18' },
    }
    expect(readGolfer(row, { round: 2, play: 'complete' })).toMatchObject({
      currentRoundScore: '+2',
      thru: 'F',
    })
    expect(readGolfer(row, { round: 3 })).toMatchObject({
      currentRoundScore: '--',
      thru: '--',
      teeTime: null,
    })
  })

  test('needs no score at all', () => {
    const golfer = readGolfer({
      state: 'cut',
      rounds: [],
      toPar: null,
      status: { type: { id: '3', name: 'STATUS_CUT', shortDetail: 'DNS' } },
      row: { score: undefined },
    })
    expect(golfer).toMatchObject({ position: 'DNS', toPar: '--', total: 0, relativeScore: 0 })
  })

  test('is known from the text of the score, if nothing else says so', () => {
    const row = { score: { value: 0, displayValue: 'WD' } }
    expect(readGolfer({ row })).toMatchObject({ isDNF: true, position: 'WD' })
  })

  test('is not one with strokes in a round after the cut: his CUT is out of date, but no other reason is', () => {
    const rounds: EspnRowInput['rounds'] = played(3)
    const status = { thru: 18, position: { displayName: '-' } }
    const playedOn: EspnRowInput = { state: 'cut', rounds, toPar: { value: 3, displayValue: '+3' }, status }
    const inRound3 = readAmongFinishers(playedOn, { round: 3, rounds: 3 })
    expect(inRound3).toMatchObject({ isDNF: false, position: '--', toPar: '+3', total: 210, round3Score: '70' })
    expect(readAmongFinishers({ ...playedOn, state: 'withdrawn' }, { round: 3, rounds: 3 }).position).toBe('WD')
    // With the cut after round 3, the golfer can have missed it.
    expect(readAmongFinishers(playedOn, { round: 3, rounds: 3, cut: { round: 3 } }).position).toBe('CUT')
    expect(readAmongFinishers(playedOn, { round: 3, rounds: 3, cut: { round: 0 } }).position).toBe('CUT')
    // Whoever does not play the last round is out all the same.
    expect(readAmongFinishers(playedOn, { round: 4, play: 'final', rounds: 4 }).position).toBe('WD')
  })

  const missesRound3: EspnRowInput = {
    rounds: played(2),
    status: { position: { displayName: '999' } },
  }

  test('has no strokes in a completed round after the cut, whatever the status says', () => {
    for (const event of [
      { round: 4, play: 'final', rounds: 4 },
      { round: 4, play: 'in progress', rounds: 3 },
      { round: 5, play: 'in progress', rounds: 4 },
      { round: 3, play: 'complete', rounds: 3 },
    ] as const) {
      expect(readAmongFinishers(missesRound3, event)).toMatchObject({
        isDNF: true,
        position: 'WD',
        total: 140,
      })
    }
  })

  test('is not assumed during the round, nor before the golfer’s start', () => {
    expect(readAmongFinishers(missesRound3, { round: 3, rounds: 3 })).toMatchObject({
      isDNF: false,
      position: '--',
    })
    const waiting: EspnRowInput = { ...missesRound3, state: 'scheduled', status: { period: 3 } }
    expect(readAmongFinishers(waiting, { round: 3, play: 'complete', rounds: 3 }).isDNF).toBe(false)
    expect(readAmongFinishers(waiting, { round: 4, play: 'final', rounds: 4 }).isDNF).toBe(true)
    const ahead: EspnRowInput = { ...waiting, status: { period: 4 } }
    expect(readAmongFinishers(ahead, { round: 3, play: 'complete', rounds: 3 }).isDNF).toBe(true)
  })

  test('is not assumed because of a round up to the cut, or of a cancelled round', () => {
    const oneRound: EspnRowInput = { rounds: [[70, 'E']] }
    expect(readAmongFinishers(oneRound, { round: 2, play: 'complete', rounds: 2 }).isDNF).toBe(false)
    const threeRounds: EspnRowInput = { rounds: played(3) }
    expect(readAmongFinishers(threeRounds, { round: 4, play: 'final', rounds: 3 }).isDNF).toBe(false)
    const soleFinisher = buildEspnRow({ id: '2', rounds: played(4) })
    const others = ['3', '4', '5', '6'].map((id) => buildEspnRow({ ...threeRounds, id }))
    const { golfersScores } = readField({ round: 4, play: 'final', competitors: [soleFinisher, ...others] })
    expect(golfersScores.filter(({ isDNF }) => isDNF)).toEqual([])
  })

  test('is found with the event’s own cut round, which is the third on three courses', () => {
    const event = { round: 3, play: 'complete', rounds: 3 } as const
    expect(readAmongFinishers(missesRound3, { ...event, cut: { round: 3 } }).isDNF).toBe(false)
    expect(readAmongFinishers(missesRound3, { ...event, cut: { round: 2 } }).isDNF).toBe(true)
  })
})

describe('a row without an id', () => {
  const nameless = { row: { id: null }, athlete: { id: null } }
  const ann = buildEspnRow({ id: '1', name: 'Ann Arbor', rounds: [[70, 'E']] })
  const bea = buildEspnRow({ name: 'Bea Bunker', rounds: [[66, '-6']], ...nameless })
  const read = (competitors: unknown[], previous: Field | null) =>
    toField(parseLeaderboard(buildEspnBody({ competitors }), espnEventId), previous).golfersScores

  test('is left out, and costs nobody else the scores', () => {
    expect(read([bea, ann, null], null)).toMatchObject([{ espnId: '1', total: 70 }])
  })

  test('is that of the golfer of its name on the last leaderboard, unless that one is listed', () => {
    const before = readField({ competitors: [ann, buildEspnRow({ id: '2', name: 'Bea Bunker' })] })
    expect(read([bea, ann], before)).toMatchObject([
      { espnId: '2', total: 66 },
      { espnId: '1', total: 70 },
    ])
    const listed = buildEspnRow({ id: '2', name: 'Bea Bunker', rounds: [[71, '-1']] })
    expect(read([bea, ann, listed], before).map(({ espnId, total }) => [espnId, total])).toEqual([
      ['1', 70],
      ['2', 71],
    ])
  })
})

describe('a suspended round', () => {
  const suspended = { id: '8', name: 'STATUS_SUSPENDED', state: 'post', completed: false, description: 'Suspended' }
  const read = (type: object) =>
    readAmongFinishers(
      {
        state: 'playing',
        rounds: [
          [70, 'E'],
          [33, '-3'],
        ],
        status: { thru: 9 },
      },
      { round: 2, rounds: 2, competition: { status: { period: 2, type: { ...suspended, ...type } } } },
    )

  test.each([
    ['as recorded', { detail: 'Round 2 - Suspended' }],
    ['with its id only', { name: '', description: '' }],
    ['with its text only', { name: '', id: '' }],
  ])('is not over, although its state is "post": %s', (_, type) => {
    expect(read(type)).toMatchObject({ isDNF: false, thru: '9', currentRoundScore: '-3', round2Score: '33' })
    const body = { round: 2, cut: { score: 1, count: 70 }, competition: {} }
    const { event, cutline } = readField({
      ...body,
      competition: { status: { period: 2, type: { ...suspended, ...type } }, competitors: [buildEspnRow()] },
    })
    expect(event.completed).toBe(false)
    expect(cutline?.displayValue).toBe('+1')
  })
})

describe('position and movement', () => {
  test('the position is the feed’s own text, "--" where it has none', () => {
    const position = (displayName: unknown) => readGolfer({ status: { position: { displayName } } }).position
    expect(['1', 'T5', '-', '', undefined, '999'].map(position)).toEqual(['1', 'T5', '--', '--', '--', '--'])
    expect(readGolfer({ status: { position: null } }).position).toBe('--')
  })

  test('a negative movement of the feed is a climb', () => {
    const movement = (value: unknown) => readGolfer({ row: { movement: value } }).movement
    expect([-8, 3, 0, undefined].map(movement)).toEqual([
      { text: '8', class: 'positive' },
      { text: '3', class: 'negative' },
      { text: '-', class: 'none' },
      { text: '-', class: 'none' },
    ])
  })

  test('the order is the feed’s sortOrder, not that of the array, and each golfer is listed once', () => {
    const row = (id: string, sortOrder: unknown) => buildEspnRow({ id, name: `Golfer ${id}`, row: { sortOrder } })
    const competitors = [row('5', undefined), row('3', 3), row('1', 1), row('2', 2), row('1', 4)]
    const { golfersScores } = readField({ competitors })
    expect(golfersScores.map(({ espnId, index }) => [espnId, index])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 2],
      ['5', 3],
    ])
  })
})

describe('a golfer’s name and flag', () => {
  test('the short name is the feed’s, else derived from the full name', () => {
    expect(readGolfer({ athlete: { shortName: 'Vic E.' } }).shortName).toBe('Vic E.')
    expect(readGolfer({}).shortName).toBe('V. Example')
  })

  test('a name is never empty, and has no invisible characters', () => {
    expect(readGolfer({ athlete: { displayName: null, lastName: 'Example' } }).fullName).toBe('Example')
    expect(readGolfer({ id: '77', athlete: { displayName: '' } }).fullName).toBe('Golfer 77')
    expect(readGolfer({ name: ' Se\u0301amus\u202e \u0000 Exa\u200bmple ' }).fullName).toBe('Séamus Example')
  })

  test('either mark makes an amateur', () => {
    expect(readGolfer({ row: { amateur: true } }).amateur).toBe(true)
    expect(readGolfer({ athlete: { amateur: true } }).amateur).toBe(true)
    expect(readGolfer({}).amateur).toBe(false)
  })

  test('a flag comes only from the feed’s image host, over https', () => {
    const flag = (href: unknown) => readGolfer({ athlete: { flag: { href } } }).logoImage
    expect(flag('https://a.espncdn.com/i/usa.png')).toBe('https://a.espncdn.com/i/usa.png')
    for (const href of [
      'http://a.espncdn.com/i/usa.png',
      'https://a.espncdn.com.example.org/usa.png',
      'https://a.espncdn.com:8443/usa.png',
      'https://me@a.espncdn.com/usa.png',
      'javascript:alert(1)',
      'usa.png',
      7,
      undefined,
    ]) {
      expect(flag(href)).toBeNull()
    }
    expect(readGolfer({ athlete: { flag: null } }).logoImage).toBeNull()
  })
})

describe('the event', () => {
  test('takes its par from the host course, at any index', () => {
    const courses = [
      buildEspnCourse({ id: '1', host: false, shotsToPar: 71 }),
      buildEspnCourse({ id: '2', host: true, shotsToPar: 72 }),
      buildEspnCourse({ id: '3', shotsToPar: 70 }),
    ]
    expect(readField({ courses }).event.par).toBe(72)
  })

  test('takes the first course when none is marked, and adds up the holes when the total is missing', () => {
    expect(readField({ courses: [buildEspnCourse({ shotsToPar: 0 })] }).event.par).toBe(72)
    expect(readField({ courses: [] }).event.par).toBe(0)
  })

  test('is over only when the event’s own status says so, not when a round is', () => {
    expect(readField({ round: 4, play: 'complete' }).event.completed).toBe(false)
    expect(readField({ round: 4, play: 'final' }).event).toMatchObject({
      completed: true,
      status: 'STATUS_FINAL',
    })
  })

  test('has its name, season and round', () => {
    expect(readField({ round: 2 }).event).toMatchObject({
      name: 'Spring Open',
      season: 2026,
      status: 'STATUS_IN_PROGRESS',
      roundStatus: 'Round 2 - In words',
    })
    expect(readField({ round: 0, play: 'scheduled' }).event.roundStatus).toBe('In words')
    const bare = readField({ event: { shortName: undefined, name: null, season: null } }).event
    expect(bare).toMatchObject({ name: `Event ${espnEventId}`, season: 2026 })
  })

  test('has no golfers before the field is published', () => {
    for (const competitors of [undefined, null, []]) {
      const field = readField({ round: 0, play: 'scheduled', competition: { competitors } })
      expect(field).toMatchObject({ currentRound: 0, golfersScores: [] })
    }
  })

  test('takes its round from the golfers’ rounds when the feed provides none', () => {
    const rows = [buildEspnRow({ rounds: played(3) })]
    expect(readField({ competition: { status: null, competitors: rows } }).currentRound).toBe(3)
  })
})

describe('the projected cut', () => {
  test('is shown during the cut round, even par included', () => {
    expect(readField({ round: 2, cut: { score: 0, count: 70 } }).cutline).toEqual({
      value: 0,
      type: 'projected',
      displayValue: 'E',
    })
    expect(readField({ round: 3, cut: { round: 3, score: -2, count: 60 } }).cutline?.value).toBe(-2)
  })

  test('is missing before it is computed, in other rounds, without a cut, and once the round is complete', () => {
    const cut = { score: -1, count: 70 }
    const events: EspnEventInput[] = [
      { round: 2, cut: { score: 0, count: 0 } },
      { round: 1, cut },
      { round: 3, cut },
      { round: 2, cut: { ...cut, round: 0 } },
      { round: 0, play: 'scheduled', cut: { ...cut, round: 0 } },
      { round: 2, play: 'complete', cut },
      { round: 2, play: 'final', cut },
    ]
    expect(events.map((event) => readField(event).cutline)).toEqual(events.map(() => null))
  })

  test('recognises a complete round in the oldest bodies, whose status has no name', () => {
    const competitors = [buildEspnRow()]
    const read = (type: object) =>
      readField({ cut: { score: 1, count: 70 }, competition: { competitors, status: { period: 2, type } } }).cutline
    expect(read({ state: 'in', detail: 'Round 2 - In Progress' })?.displayValue).toBe('+1')
    expect(read({ state: 'post', detail: 'Round 2 - Play Complete' })).toBeNull()
  })
})

describe('an event of three rounds', () => {
  const three = { tournament: { scoringSystem: { id: '1', name: 'Medal' }, numberOfRounds: 3, cutRound: 0 } }
  const rounds: EspnRowInput['rounds'] = [
    [70, '-2'],
    [71, '-1'],
    [72, 'E'],
  ]

  test('has its play-off in the round after the third, whose strokes do not count', () => {
    const row = buildEspnRow({ rounds, state: 'finished', toPar: { value: -3, displayValue: '-3' } })
    const playOff = { period: 4, value: 4, displayValue: 'E', isPlayoff: true }
    const competitors = [{ ...row, linescores: [...(row['linescores'] as object[]), playOff] }]
    const field = readField({ round: 4, competitors, event: three })
    expect(field).toMatchObject({ currentRound: 4, event: { rounds: 3 } })
    expect(field.golfersScores[0]).toMatchObject({ round3Score: '72', round4Score: '--', total: 213, thru: 'F' })
  })

  test('keeps its number when a response does not say it, and has four where nobody has said it', () => {
    const competitors = [buildEspnRow({ rounds })]
    const body = (numberOfRounds?: unknown) => ({
      round: 3,
      competitors,
      event: { tournament: { ...three.tournament, numberOfRounds } },
    })
    const known = readField(body(3))
    for (const missing of [undefined, null, 0, 5, 'three']) {
      const parsed = parseLeaderboard(buildEspnBody(body(missing)), espnEventId)
      expect(toField(parsed, known).event.rounds).toBe(3)
      expect(toField(parsed).event.rounds).toBe(4)
    }
  })

  test('is complete after the third: a golfer without strokes in it has withdrawn', () => {
    const finished = ['11', '12', '13'].map((id) => buildEspnRow({ id, rounds, state: 'finished' }))
    const left = buildEspnRow({ id: '14', rounds: rounds.slice(0, 2), state: 'finished' })
    const field = readField({ round: 3, play: 'final', competitors: [...finished, left], event: three })
    expect(field.golfersScores.map(({ position }) => position === 'WD')).toEqual([false, false, false, true])
  })
})
