import { describe, expect, test } from 'vitest'
import {
  buildEspnBody,
  buildEspnCourse,
  buildEspnEvent,
  buildEspnRow,
  type EspnEventInput,
  espnEventId,
} from '#test/support/build-espn-body.ts'
import { listField, toEventSummary } from './espn-event-summary.ts'
import { toField } from './espn-field.ts'
import { parseLeaderboard } from './espn-leaderboard.ts'
import { FeedError } from './feed-error.ts'

function refusalOf(body: unknown): FeedError {
  try {
    parseLeaderboard(body, espnEventId)
  } catch (error) {
    if (error instanceof FeedError) return error
    throw error
  }
  throw new Error('The body was not refused.')
}

const refuse = (input: EspnEventInput) => refusalOf(buildEspnBody(input))

describe('the event', () => {
  test('is found by its id, never by its index', () => {
    const other = buildEspnEvent({ id: '401000002', event: { shortName: 'Elsewhere Open' } })
    const body = { events: [other, null, buildEspnEvent()] }
    expect(toEventSummary(parseLeaderboard(body, espnEventId)).name).toBe('Spring Open')
    expect(toEventSummary(parseLeaderboard(body, '401000002')).name).toBe('Elsewhere Open')
  })

  test.each([
    ['a body without it', buildEspnBody({ id: '401000002' })],
    ['a body without events', { events: [] }],
    ['an error of the feed', { code: 2404, detail: 'http error: not found' }],
  ])('the event is unknown in %s', (_, body) => {
    expect(refusalOf(body)).toMatchObject({ reason: 'unknown-event' })
  })

  test.each([
    ['null', null],
    ['a text', 'busy'],
    ['a list', []],
    ['an empty object', {}],
    ['events of another type', { events: 'none' }],
  ])('the event cannot be read from %s', (_, body) => {
    expect(refusalOf(body)).toMatchObject({ reason: 'invalid' })
  })
})

describe('an unsupported event is refused with a reason', () => {
  const team = { id: '1', sortOrder: 1, team: { id: '1', displayName: 'Example/Other' }, roster: [] }

  test.each<[string, EspnEventInput, RegExp]>([
    ['teams', { competitors: [team] }, /team event/],
    ['rows without golfers', { competitors: [{ id: '1' }, { id: '2' }] }, /team event/],
    [
      'team scoring',
      { competitors: [], event: { tournament: { scoringSystem: { name: 'Teamstroke' } } } },
      /team event/,
    ],
    ['match play', { event: { tournament: { scoringSystem: { name: 'Match' } } } }, /match play/],
    ['lists of matches', { event: { competitions: [[{ competitors: [] }]] } }, /match play/],
    ['points', { event: { tournament: { scoringSystem: { id: '3', name: 'Modified Stableford' } } } }, /points/],
    [
      'points, by number',
      { event: { tournament: { scoringSystem: {} } }, competition: { scoringSystem: { id: '3' } } },
      /points/,
    ],
    ['another scoring system', { event: { tournament: { scoringSystem: { name: 'Skins' } } } }, /"Skins"/],
    ['printed text', { competition: { dataFormat: 'RAW', competitors: undefined } }, /unstructured text/],
    ['rounds of nine', { courses: [buildEspnCourse({ holes: [{ number: 1, shotsToPar: 3 }] })] }, /18-hole rounds/],
  ])('%s', (_, input, words) => {
    const error = refuse(input)
    expect(error.reason).toBe('not-supported')
    expect(error.message).toMatch(words)
  })

  test('stroke play is supported, whether the feed names it or not', () => {
    const medalOf2017 = { id: '3', name: 'Medal' }
    for (const scoringSystem of [{ id: '1', name: 'Medal' }, medalOf2017, { name: 'Stroke Play' }, {}, null]) {
      const body = buildEspnBody({ event: { tournament: { scoringSystem } } })
      expect(toField(parseLeaderboard(body, espnEventId)).golfersScores).toHaveLength(1)
    }
  })

  test('an id without a name does not contradict a named system', () => {
    const tournament = { scoringSystem: { id: '3', name: 'Medal' } }
    const body = buildEspnBody({ event: { tournament }, competition: { scoringSystem: { id: '3' } } })
    expect(parseLeaderboard(body, espnEventId).id).toBe(espnEventId)
  })
})

describe('an incomplete body is rejected', () => {
  test('without golfers once play has begun', () => {
    for (const competitors of [[], null, undefined, 'none']) {
      expect(refuse({ round: 2, competition: { competitors } }).reason).toBe('invalid')
    }
    expect(refuse({ event: { competitions: undefined } }).reason).toBe('invalid')
    expect(refuse({ play: 'final', competition: { competitors: [] } }).reason).toBe('invalid')
  })

  test('with many golfers without an id, or one without a status once play has begun', () => {
    const row = (overrides: object) => [buildEspnRow(), { ...buildEspnRow({ id: '7' }), ...overrides }]
    const unidentified = Array.from({ length: 4 }, () => buildEspnRow({ row: { id: null }, athlete: { id: null } }))
    expect(refuse({ competitors: [buildEspnRow(), ...unidentified] }).message).toContain('4 golfers without an id')
    expect(refuse({ competitors: unidentified.slice(0, 2) }).message).toContain('no golfers')
    expect(refuse({ competitors: row({ status: null }) }).message).toContain('without a status')
    expect(refuse({ competitors: row({ status: { type: {} } }) }).reason).toBe('invalid')
  })
})

test('unknown fields are ignored, and nulls and wrong types get defaults', () => {
  const odd = {
    ...buildEspnRow({ id: '7', athlete: { flag: 3, lastName: {}, shortName: [] } }),
    sortOrder: 'first',
    movement: {},
    score: [],
    statistics: [null, 'x', { name: 'scoreToPar', value: '-2' }],
    linescores: [null, 7, { period: 1, value: '68', displayValue: '-2' }],
    news: 'yes',
  }
  const event = { courses: 'many', season: [], tournament: null, date: 12, league: 1 }
  const body = buildEspnBody({ competitors: [odd], event })
  expect(toField(parseLeaderboard(body, espnEventId)).golfersScores[0]).toMatchObject({
    espnId: '7',
    toPar: '-2',
    round1Score: '68',
    shortName: 'V. Example',
  })
})

describe('the summary of an event', () => {
  test('has its name, season, first day, first tee time and courses', () => {
    const row = (id: string, teeTime: string) =>
      buildEspnRow({ id, state: 'scheduled', rounds: [], status: { teeTime } })
    const body = buildEspnBody({
      round: 0,
      play: 'scheduled',
      competitors: [row('1', '2026-04-09T13:10Z'), row('2', '2026-04-09T11:45Z'), row('3', '1900-01-01T10:00Z')],
      courses: [buildEspnCourse({ id: '1' }), buildEspnCourse({ id: '2', host: true, name: 'New Links' })],
    })
    const summary = toEventSummary(parseLeaderboard(body, espnEventId))
    expect(summary).toMatchObject({
      name: 'Spring Open',
      season: 2026,
      firstDay: '2026-04-09T04:00:00.000Z',
      firstTeeTime: '2026-04-09T11:45:00.000Z',
    })
    expect(summary.courses.map(({ name, isHost, holes }) => [name, isHost, holes.length])).toEqual([
      ['Old Links', false, 18],
      ['New Links', true, 18],
    ])
  })

  test('has no tee time before they are published, nor from a later round', () => {
    const before = buildEspnBody({ round: 0, play: 'scheduled', competitors: [] })
    expect(toEventSummary(parseLeaderboard(before, espnEventId)).firstTeeTime).toBeNull()
    const later = buildEspnBody({ competitors: [buildEspnRow({ status: { teeTime: '2026-04-10T11:45Z' } })] })
    expect(toEventSummary(parseLeaderboard(later, espnEventId)).firstTeeTime).toBeNull()
  })

  test('the field lists every golfer with name, id and reason for being out', () => {
    const competitors = [
      buildEspnRow({ id: '2', name: 'Ann Other', state: 'withdrawn', row: { sortOrder: 2, amateur: true } }),
      buildEspnRow({ id: '1' }),
    ]
    expect(listField(parseLeaderboard(buildEspnBody({ competitors }), espnEventId))).toEqual([
      { name: 'Victor Example', espnId: '1', out: null },
      { name: 'Ann Other', espnId: '2', out: 'WD' },
    ])
  })
})
