import { describe, expect, test } from 'vitest'
import { playerProfile as profileMessage } from '#contract/leaderboard-contract.ts'
import type { PlayerProfile } from '#domain/field/field.ts'
import type { Course } from './espn-courses.ts'
import { parsePlayerSummary, toPlayerProfile } from './espn-player-summary.ts'

const profile = {
  id: '1001',
  displayName: 'Victor Example',
  age: 28,
  hand: 'R',
  college: 'State College',
  birthPlace: 'Oldtown, Norway',
  headshot: 'https://a.espncdn.com/i/headshots/1001.png',
}

function buildCourse(id: string, shotsToPar: number, { isHost }: { isHost: boolean }): Course {
  return { id, name: id, isHost, holes: range(1, 18).map((number) => ({ number, shotsToPar })) }
}

const courses = [buildCourse('11', 3, { isHost: false }), buildCourse('12', 4, { isHost: true })]

function readProfile(rounds: unknown, overrides: object = {}): PlayerProfile {
  const summary = parsePlayerSummary({ profile: { ...profile, ...overrides }, rounds, stats: [] }, '1001')
  const read = toPlayerProfile(summary, {
    espnId: '1001',
    fullName: 'V. Example',
    logoImage: 'https://flag',
    courses,
    rounds: 4,
  })
  expect(profileMessage.parse(read)).toEqual(read)
  return read
}

const hole = (period: number, value: number, par?: number) => ({
  period,
  value,
  par,
  scoreType: { name: 'PAR' },
})

describe('the profile', () => {
  test('has a headshot, a flag, and "Right" or "Left" for the hand', () => {
    expect(readProfile([])).toMatchObject({
      espnId: '1001',
      displayName: 'Victor Example',
      headshot: 'https://a.espncdn.com/i/headshots/1001.png',
      logoImage: 'https://flag',
      college: 'State College',
      birthPlace: 'Oldtown, Norway',
      age: 28,
      hand: 'Right',
    })
    expect(readProfile([], { hand: 'L' }).hand).toBe('Left')
    expect(readProfile([], { hand: '?' }).hand).toBeNull()
  })

  test('has null for missing values, and the name from the leaderboard', () => {
    const bare = {
      displayName: '',
      age: 0,
      hand: null,
      college: '',
      birthPlace: undefined,
      headshot: undefined,
    }
    expect(readProfile([], bare)).toMatchObject({
      displayName: 'V. Example',
      headshot: null,
      college: null,
      birthPlace: null,
      age: null,
      hand: null,
    })
  })

  test('has no image from another origin', () => {
    expect(readProfile([], { headshot: 'https://example.org/1001.png' }).headshot).toBeNull()
    expect(readProfile([], { headshot: { href: 'x' } }).headshot).toBeNull()
  })

  test('has no rounds where the body has none', () => {
    expect(readProfile(undefined).rounds).toEqual([])
    expect(readProfile(null).rounds).toEqual([])
  })

  test('is rejected when the body is about a different golfer or has no profile', () => {
    expect(() => parsePlayerSummary({ profile: { id: '7' } }, '1001')).toThrow('a different golfer')
    for (const body of [null, [], {}, { rounds: [] }, { code: 404 }]) {
      expect(() => parsePlayerSummary(body, '1001')).toThrow('no profile')
    }
  })
})

describe('a round', () => {
  test('has its holes sorted by number, although the feed sends them in the order of play', () => {
    const linescores = [...range(10, 18), ...range(1, 9)].map((period) => hole(period, 4, 4))
    const [round] = readProfile([{ period: 1, value: 72, displayValue: 'E', linescores }]).rounds
    expect(round?.linescores.map(({ period }) => period)).toEqual(range(1, 18))
    expect(round).toMatchObject({ period: 1, value: 72, outScore: 36, inScore: 36 })
  })

  test('keeps the totals of the feed, even without holes', () => {
    const rounds = [{ period: 1, value: 66, displayValue: '-5', outScore: 32, inScore: 34, linescores: [] }]
    expect(readProfile(rounds).rounds[0]).toEqual({
      period: 1,
      value: 66,
      outScore: 32,
      inScore: 34,
      linescores: [],
    })
    expect(readProfile([{ period: 1, value: 66, displayValue: '-5' }]).rounds[0]).toMatchObject({
      outScore: null,
      inScore: null,
      linescores: [],
    })
  })

  test('that has not begun has no value', () => {
    const rounds = [{ period: 2, courseId: 12, startTee: 1, teeTime: '2026-04-10T12:00Z' }]
    expect(readProfile(rounds).rounds[0]).toMatchObject({
      period: 2,
      value: null,
      outScore: null,
      linescores: [],
    })
    expect(readProfile([{ period: 2, value: 0, displayValue: '-' }]).rounds[0]?.value).toBeNull()
  })

  test('is listed once and in order; play-offs and invalid period numbers are dropped', () => {
    const round = (period: number, value: number, rest: object = {}) => ({
      period,
      value,
      displayValue: 'E',
      ...rest,
    })
    const rounds = [
      round(2, 70),
      { period: 1 },
      round(1, 71),
      round(1, 79),
      round(5, 4, { isPlayoff: true }),
      round(4, 4, { isPlayoff: true }),
      round(402, 70),
      round(0, 70),
      null,
    ]
    expect(readProfile(rounds).rounds.map(({ period, value }) => [period, value])).toEqual([
      [1, 71],
      [2, 70],
    ])
  })

  test('takes a missing par from its own course, else from the host course', () => {
    const parOf = (courseId: unknown) =>
      readProfile([{ period: 1, value: 5, courseId, linescores: [hole(1, 5)] }]).rounds[0]?.linescores[0]?.par
    expect(parOf(11)).toBe(3)
    expect(parOf(12)).toBe(4)
    expect(parOf(99)).toBe(4)
  })

  test('has the holes of the host course when it names none', () => {
    expect(readProfile([]).holes).toHaveLength(18)
    expect(readProfile([]).holes[0]).toEqual({ number: 1, shotsToPar: 4 })
  })

  test('drops invalid holes', () => {
    const linescores = [hole(0, 4, 4), hole(19, 4, 4), hole(3, 0, 4), { period: 4 }, null, hole(5, 4, 4)]
    expect(readProfile([{ period: 1, value: 4, linescores }]).rounds[0]?.linescores).toEqual([
      { period: 5, value: 4, par: 4 },
    ])
  })
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
