import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createSeasonScorer,
  explainTie,
  rankSeason,
  type Season,
  type SeasonPerson,
  type SeasonRules,
  scoreSeason,
  toEarlierSeason,
  toPointsProgress,
  toSeasonAfter,
} from './season.ts'
import { toPlacesTaken } from './season-points.ts'

const winner: SeasonRules = { points: { preset: 'winner', table: [] }, bestResults: null }

/** `places`: by tournament, then by person. The people are 1, 2, 3 … and the tournaments A, B, C … */
function buildSeason(
  places: (number | null)[][],
  rules: SeasonRules = winner,
  names = 'Ann Bo Cy Di'.split(' '),
): Season {
  const tournaments = places.map((own, index) => ({
    id: index + 1,
    name: 'ABCDEFGH'.charAt(index),
    start: `2026-0${index + 1}-01T12:00:00.000Z`,
    ...toPlacesTaken(
      [...Map.groupBy(own, (place) => place)].flatMap(([place, all]) => (place ? [{ place, count: all.length }] : [])),
    ),
  }))
  const people = (places[0] ?? []).map((_, person) => ({
    userId: person + 1,
    name: names[person] ?? `Player ${person}`,
    places: places.map((own) => own[person] ?? null),
  }))
  return { tournaments, people, rules }
}

const linesOf = (season: Season) =>
  scoreSeason(season).map(
    ({ place, isShared, person, points, played }) =>
      `${isShared ? 'T' : ''}${place} ${person.name} ${points / 100} ${played}`,
  )

describe('the standings of a season (docs/rules.md, 12)', () => {
  it('add up the points, and list everyone with a result', () => {
    const season = buildSeason([
      [1, 2, 3, null],
      [2, 1, 0, null],
      [1, null, 2, null],
    ])
    expect(linesOf(season)).toEqual(['1 Ann 68 3', '2 Bo 43 2', '3 Cy 33 3'])
  })

  it('count only the best results; of equal ones the better place, then the earlier', () => {
    const season = buildSeason([[3], [1], [11], [12], [0], [3]], { ...winner, bestResults: 2 })
    const [person] = season.people
    const results = person ? createSeasonScorer(season).listResults(person) : []
    expect(results.map(({ points, counts }) => `${points / 100}${counts ? '' : ' dropped'}`)).toEqual([
      '15',
      '25',
      '0 dropped',
      '0 dropped',
      '0 dropped',
      '15 dropped',
    ])
    expect(linesOf(season)).toEqual(['1 Ann 40 6'])
    expect(linesOf({ ...season, rules: { ...winner, bestResults: 4 } })).toEqual(['1 Ann 55 6'])
  })

  it('separate equal points by countback: more first places, then more second places, and so on', () => {
    const rules: SeasonRules = { points: { preset: 'own', table: [6, 4, 3, 2, 2] }, bestResults: null }
    // Ann 6 + 0, Bo 4 + 2, Cy 3 + 3: more first, then more second places.
    const season = buildSeason(
      [
        [1, 2, 3, null],
        [9, 4, 3, 1],
      ],
      rules,
    )
    // In the second tournament, Cy is alone in 3rd place.
    expect(linesOf(season)).toEqual(['1 Ann 6 2', '2 Di 6 1', '3 Bo 6 2', '4 Cy 6 2'])
    const rows = scoreSeason(season)
    expect(explainTie(rows, 0)).toEqual([
      { kind: 'countback', other: 'Di', isAhead: true, place: 9, own: 1, others: 0 },
    ])
    expect(explainTie(rows, 2)).toEqual([
      { kind: 'countback', other: 'Di', isAhead: false, place: 1, own: 0, others: 1 },
      { kind: 'countback', other: 'Cy', isAhead: true, place: 2, own: 1, others: 0 },
    ])
  })

  it('give people who are fully tied a shared place, in name order', () => {
    const season = buildSeason([[2, 1, 2, 2]], winner, ['Zoe', 'Ann', 'Åke', 'Bo'])
    expect(linesOf(season)).toEqual(['1 Ann 25 1', 'T2 Åke 15 1', 'T2 Bo 15 1', 'T2 Zoe 15 1'])
    expect(explainTie(scoreSeason(season), 2)).toEqual([
      { kind: 'shared', with: 'Åke' },
      { kind: 'shared', with: 'Zoe' },
    ])
    expect(explainTie(scoreSeason(season), 0)).toEqual([])
    expect(explainTie([], 0)).toEqual([])
  })

  it('are those of the example in docs/rules.md, 12.4', () => {
    const season = buildSeason(
      [
        [1, 10, 4, 4],
        [3, 1, 2, null],
        [6, 3, null, 2],
      ],
      { ...winner, bestResults: 2 },
    )
    expect(linesOf(season)).toEqual(['1 Ann 40 3', '2 Bo 40 3', 'T3 Cy 29 2', 'T3 Di 29 2'])
    expect(explainTie(scoreSeason(season), 1)).toEqual([
      { kind: 'countback', other: 'Ann', isAhead: false, place: 6, own: 0, others: 1 },
    ])
  })

  it('are not separated by disqualified results', () => {
    expect(
      linesOf(
        buildSeason([
          [11, 0],
          [0, 11],
        ]),
      ),
    ).toEqual(['T1 Ann 0 2', 'T1 Bo 0 2'])
  })

  it('before the last tournament leave out its results and people who had not played yet', () => {
    const season = buildSeason([
      [1, 2, null],
      [2, 1, 3],
      [5, 1, 2],
    ])
    expect(linesOf(season)).toEqual(['1 Bo 68 3', '2 Ann 53 3', '3 Cy 33 2'])
    const before = toEarlierSeason(season)
    expect(before && linesOf(before)).toEqual(['T1 Ann 43 2', 'T1 Bo 43 2', '3 Cy 15 1'])
    expect(toEarlierSeason(buildSeason([[1, 2]]))).toBeNull()
    expect(linesOf(toSeasonAfter(season, 0))).toEqual([])
  })

  it('have a history of points after each tournament', () => {
    const season = buildSeason([[3], [null], [1], [2]], { ...winner, bestResults: 2 })
    expect(toPointsProgress(season, season.people)).toEqual([[1500, 1500, 4000, 4300]])
  })
})

const seasonCases = fc
  .record({
    people: fc.integer({ min: 1, max: 8 }),
    tournaments: fc.integer({ min: 1, max: 5 }),
    bestResults: fc.option(fc.integer({ min: 1, max: 5 })),
    preset: fc.constantFrom('winner' as const, 'tour' as const, 'everyone' as const),
  })
  .chain(({ people, tournaments, bestResults, preset }) =>
    fc
      .array(
        fc.array(fc.option(fc.integer({ min: 0, max: 6 }), { freq: 4 }), { minLength: people, maxLength: people }),
        { minLength: tournaments, maxLength: tournaments },
      )
      .map((places) => buildSeason(places, { points: { preset, table: [] }, bestResults })),
  )

describe('the standings of any season', () => {
  const always = (holds: (season: Season) => void) => fc.assert(fc.property(seasonCases, holds), { numRuns: 300 })

  it('have points that are the sum of the best results, computed from the places alone', () => {
    always((season) => {
      const { listResults } = createSeasonScorer(season)
      for (const { person, points, played } of scoreSeason(season)) {
        const all = listResults(person)
        const best = all.map((result) => result.points).toSorted((a, b) => b - a)
        expect(points).toBe(best.slice(0, season.rules.bestResults ?? 99).reduce((sum, own) => sum + own, 0))
        expect(all.filter(({ counts }) => counts)).toHaveLength(Math.min(played, season.rules.bestResults ?? 99))
        expect(played).toBe(person.places.filter((place) => place !== null).length)
      }
    })
  })

  it('are ordered, share a place only if fully tied, and then skip as many places as are shared', () => {
    always((season) => {
      const rows = scoreSeason(season)
      rows.forEach((row, line) => {
        const better = rows.filter((other) => isBetter(other.person, other.points, row.person, row.points))
        expect(row.place).toBe(better.length + 1)
        expect(row.isShared).toBe(rows.filter(({ place }) => place === row.place).length > 1)
        expect(rows[line - 1]?.place ?? 0).toBeLessThanOrEqual(row.place)
        for (const reason of explainTie(rows, line)) {
          if (reason.kind === 'countback') expect(reason.own > reason.others).toBe(reason.isAhead)
        }
      })
    })
  })

  it('do not depend on the order of the people', () => {
    always((season) => {
      expect(scoreSeason({ ...season, people: season.people.toReversed() })).toEqual(scoreSeason(season))
    })
  })

  it('end their history with the points of the standings', () => {
    always((season) => {
      const rows = rankSeason(scoreSeason(season))
      const progress = toPointsProgress(
        season,
        rows.map(({ person }) => person),
      )
      expect(progress.map((points) => points.at(-1))).toEqual(rows.map(({ points }) => points))
    })
  })
})

/** Word for word: more points, else more 1st places, else more 2nd places, and so on. */
function isBetter(a: SeasonPerson, pointsOfA: number, b: SeasonPerson, pointsOfB: number): boolean {
  if (pointsOfA !== pointsOfB) return pointsOfA > pointsOfB
  for (let place = 1; place <= 10; place += 1) {
    const [ofA, ofB] = [a, b].map(({ places }) => places.filter((own) => own === place).length)
    if (ofA !== ofB) return (ofA ?? 0) > (ofB ?? 0)
  }
  return false
}
