import { describe, expect, test } from 'vitest'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { createPool } from '../entries/pool.ts'
import { toOrdinal, toStandingAnnouncement } from './announcement.ts'
import { type Standings, scorePool } from './standings.ts'

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
    expect(toStandingAnnouncement(first, standingsOf(-3, -2, -9), 3)).toBe('You: tied 1st, up 6')
  })

  test('gives how many places the user lost', () => {
    expect(toStandingAnnouncement(first, standingsOf(0, -2, -1), 1)).toBe('You: tied 7th, down 6')
  })

  test('follows the best entry alone', () => {
    expect(toStandingAnnouncement(ownStandingsOf(-3, -2, -1), ownStandingsOf(-1, -3, -2), 1)).toBeNull()
  })

  test('says when a place becomes tied or stops being tied', () => {
    const shared = ownStandingsOf(-3, -3, 0)
    const clear = ownStandingsOf(-3, -2, 0)
    expect(toStandingAnnouncement(clear, shared, 1)).toBe('You: tied 1st')
    expect(toStandingAnnouncement(shared, clear, 1)).toBe('You: 1st')
  })

  test('says when an entry is disqualified, and when it no longer is', () => {
    const out = standingsOf('DNF', -2, -1)
    expect(toStandingAnnouncement(first, out, 1)).toBe('You: disqualified')
    expect(toStandingAnnouncement(out, first, 1)).toBe('You: tied 1st')
  })

  test('is silent if the position is unchanged, whatever the scores', () => {
    expect(toStandingAnnouncement(first, standingsOf(-8, -2, -1), 1)).toBeNull()
    const out = standingsOf('DNF', -2, -1)
    expect(toStandingAnnouncement(out, standingsOf('DNF', -4, -1), 1)).toBeNull()
  })

  test('is silent at the first standings and for a user without entries', () => {
    expect(toStandingAnnouncement(null, first, 1)).toBeNull()
    expect(toStandingAnnouncement(first, standingsOf(-1, -2, -3), 99)).toBeNull()
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
