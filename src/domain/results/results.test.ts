import { describe, expect, test } from 'vitest'
import { countResults, rankFavoriteGolfers } from './results.ts'

describe("a user's record", () => {
  test('counts first and second places by entry, top 5 and top 10 by tournament', () => {
    const record = countResults([
      { places: [1, 1, 2] },
      { places: [5, 30, null] },
      { places: [6, 10, 2] },
      { places: [10, 11, 12] },
      { places: [11, null, null] },
      { places: [null, null, null] },
    ])
    // Placed: 1 1 2 5 30 6 10 2 10 11 12 11 = 101 over 12.
    expect(record).toEqual({
      firstPlaceFinishes: 2,
      secondPlaceFinishes: 2,
      topFives: 3,
      topTens: 4,
      averagePlace: '8.42',
    })
  })

  test('without a placed entry has no average', () => {
    const nothing = {
      firstPlaceFinishes: 0,
      secondPlaceFinishes: 0,
      topFives: 0,
      topTens: 0,
      averagePlace: '--',
    }
    expect(countResults([])).toEqual(nothing)
    expect(countResults([{ places: [] }, { places: [null] }])).toEqual(nothing)
  })

  test.each([
    [[3], '3.0'],
    [[2, 3], '2.5'],
    [[1, 1, 1, 2], '1.25'],
    [[1, 1, 2], '1.33'],
    [[1, 1, 1, 1, 1, 1, 1, 2], '1.13'],
    [[...Array(199).fill(1), 2], '1.01'],
    [[...Array(299).fill(1), 2], '1.0'],
  ])('a person’s results show the average of %j with one or two decimals', (places, text) => {
    expect(countResults([{ places }]).averagePlace).toBe(text)
  })
})

describe('the most picked golfers', () => {
  const first = { espnId: '1', name: 'Alex N' }
  const accented = { espnId: '2', name: 'Åke B' }
  const last = { espnId: '3', name: 'Zed' }

  test('are ordered by picks, then by name', () => {
    expect(rankFavoriteGolfers([last, first, accented, last])).toEqual([
      { name: 'Zed', count: 2 },
      { name: 'Åke B', count: 1 },
      { name: 'Alex N', count: 1 },
    ])
  })

  test('are counted together under the first spelling of their name', () => {
    expect(rankFavoriteGolfers([first, { ...first, name: 'Alexander N' }])).toEqual([{ name: 'Alex N', count: 2 }])
  })
})
