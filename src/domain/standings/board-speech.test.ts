import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { toOrdinal } from '#domain/text/format.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { toChangesSpeech, toLeadersSpeech, toOwnSpeech, toStandingSpeech } from './board-speech.ts'
import { type Standings, scorePool, standingsOfUser } from './standings.ts'

/**
 * Users 1, 2 and 3 have the first, second and third golfers of the tiers for all their entries. `scores` are those of
 * the golfers of tier A; the others are at even par, and those of a user whose score is 'DNF' are out as well.
 */
function standingsOf(...scores: [number | 'DNF', number | 'DNF', number | 'DNF']): Standings {
  const entries = [1, 2, 3].map((id) => {
    const picks = [id, id + 3, id + 6, id + 9]
    return buildEntry({ id, selections: buildSelections(picks, picks, picks) })
  })
  const others = scores.map((score) => (score === 'DNF' ? 'DNF' : 0))
  const field = buildFieldOf([...scores, ...others, 0, 0, 0, 0, 0, 0])
  return scorePool(createPool(buildTournament({ entries })), field)
}

/** A pool of one user whose three entries have these scores. */
function ownStandingsOf(...scores: [number, number, number]): Standings {
  const selections = buildSelections([1, 4, 7, 10], [2, 4, 7, 10], [3, 4, 7, 10])
  const field = buildFieldOf([...scores, ...Array(9).fill(0)])
  return scorePool(createPool(buildTournament({ entries: [buildEntry({ selections })] })), field)
}

describe('the announcement after a refresh', () => {
  const first = standingsOf(-3, -2, -1)

  test('gives the place and how many places the user gained', () => {
    expect(toStandingSpeech(first, standingsOf(-3, -2, -9), 3)).toBe('You: tied 1st, up 6')
  })

  test('gives how many places the user lost', () => {
    expect(toStandingSpeech(first, standingsOf(0, -2, -1), 1)).toBe('You: tied 7th, down 6')
  })

  test('follows the best entry alone', () => {
    expect(toStandingSpeech(ownStandingsOf(-3, -2, -1), ownStandingsOf(-1, -3, -2), 1)).toBeNull()
  })

  test('says when a place becomes tied or stops being tied', () => {
    const shared = ownStandingsOf(-3, -3, 0)
    const clear = ownStandingsOf(-3, -2, 0)
    expect(toStandingSpeech(clear, shared, 1)).toBe('You: tied 1st')
    expect(toStandingSpeech(shared, clear, 1)).toBe('You: 1st')
  })

  test('says when an entry is disqualified, and when it no longer is', () => {
    const out = standingsOf('DNF', -2, -1)
    expect(toStandingSpeech(first, out, 1)).toBe('You: disqualified')
    expect(toStandingSpeech(out, first, 1)).toBe('You: tied 1st')
  })

  test('is silent if the position is unchanged, whatever the scores', () => {
    expect(toStandingSpeech(first, standingsOf(-8, -2, -1), 1)).toBeNull()
    const out = standingsOf('DNF', -2, -1)
    expect(toStandingSpeech(out, standingsOf('DNF', -4, -1), 1)).toBeNull()
  })

  test('is silent at the first standings and for a user without entries', () => {
    expect(toStandingSpeech(null, first, 1)).toBeNull()
    expect(toStandingSpeech(first, standingsOf(-1, -2, -3), 99)).toBeNull()
  })
})

describe('a board that is asked', () => {
  const now = ownStandingsOf(-3, -4, 0)
  const before = scorePool(now.pool, buildFieldOf([-3, -3, 1, ...Array(9).fill(0)]))

  test('says where one’s own entries are, how far behind, and how they have moved', () => {
    expect(toOwnSpeech(before, now, 1)).toBe(
      'Entry 1: 2nd, 3 under par, 1 back, down 1. Entry 2: 1st, 4 under par, 1 ahead. Entry 3: 3rd, even par, 4 back.',
    )
    expect(toOwnSpeech(null, standingsOf('DNF', -2, -1), 1)).toMatch(/^Entry 1: out: 2 missed the cut\. Entry 2: out/)
    expect(toOwnSpeech(before, now, 99)).toBe('You have no entry in this pool.')
  })

  test('says who leads, and whom the last scores have moved', () => {
    const name = (entry: number) => standingsOfUser(now, 1)[entry - 1]?.displayName
    expect(toLeadersSpeech(now)).toBe(
      `${name(2)}: 1st, 4 under par. ${name(1)}: 2nd, 3 under par. ${name(3)}: 3rd, even par.`,
    )
    expect(toChangesSpeech(before, now)).toBe(`${name(1)}: down 1 to 2nd.`)
    expect(toChangesSpeech(null, now)).toBe('The last scores have changed no places.')
  })
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [101, '101st'],
  [112, '112th'],
])('place %i is written as %s', (place, ordinal) => {
  expect(toOrdinal(place)).toBe(ordinal)
})
