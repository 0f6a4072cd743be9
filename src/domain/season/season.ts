import { sortByName } from '#domain/names/names.ts'
import { createPointsOf, type PlacesTaken, type PointsRule } from './season-points.ts'

/** Standings over several tournaments (docs/rules.md, 12). */

export type SeasonTournament = PlacesTaken & { readonly id: number; readonly name: string; readonly start: string }

export type SeasonPerson = {
  readonly userId: number
  readonly name: string
  /** The best place in each tournament: 0 if all entries were disqualified, null if there was none. */
  readonly places: readonly (number | null)[]
}

export type SeasonRules = {
  readonly points: PointsRule
  /** How many results of a person count. Null: all. */
  readonly bestResults: number | null
}

export type Season = {
  /** The earliest first. */
  readonly tournaments: readonly SeasonTournament[]
  /** Everyone with a result in one of them. */
  readonly people: readonly SeasonPerson[]
  readonly rules: SeasonRules
}

export type SeasonRow = {
  readonly person: SeasonPerson
  /** Hundredths of points. */
  readonly points: number
  /** Tournaments with a result, disqualified ones included. */
  readonly played: number
  /** All places, best first. */
  readonly countback: readonly number[]
  readonly place: number
  /** The row is fully tied with another one. */
  readonly isShared: boolean
}

export type SeasonResult = {
  /** The index of the tournament. */
  readonly tournament: number
  /** 0 for a disqualified one. */
  readonly place: number
  readonly points: number
  /** Whether this is one of the person's best results, which make up their points. */
  readonly counts: boolean
}

type Scored = Pick<SeasonRow, 'person' | 'points' | 'played' | 'countback'>

/** Scores the people of a season one by one, so that a server can pause in between. */
export function createSeasonScorer({ tournaments, rules }: Pick<Season, 'tournaments' | 'rules'>) {
  const pointsOf = tournaments.map((tournament) => createPointsOf(rules.points, tournament))

  /**
   * The person's results, earliest first. Of results with equal points, the better place counts, then the earlier one.
   */
  function listResults({ places }: SeasonPerson): SeasonResult[] {
    const played = places.slice(0, tournaments.length).flatMap((place, tournament) => {
      if (place === null) return []
      return [{ tournament, place, points: place === 0 ? 0 : (pointsOf[tournament]?.(place) ?? 0) }]
    })
    const best = played.toSorted(
      (a, b) => b.points - a.points || toComparable(a.place) - toComparable(b.place) || a.tournament - b.tournament,
    )
    const counting = new Set(best.slice(0, rules.bestResults ?? best.length))
    return played.map((result) => ({ ...result, counts: counting.has(result) }))
  }

  return {
    listResults,

    /** Null for a person without a result in these tournaments. */
    score(person: SeasonPerson): Scored | null {
      const results = listResults(person)
      if (results.length === 0) return null
      const points = results.reduce((sum, result) => sum + (result.counts ? result.points : 0), 0)
      return { person, points, played: results.length, countback: toCountbackKey(person) }
    },
  }
}

/** Orders people by points, then countback (docs/rules.md, 12.4). Full ties share a place, ordered by name. */
export function rankSeason(scored: readonly Scored[]): SeasonRow[] {
  const compare = (a: Scored, b: Scored) => b.points - a.points || compareKeys(a.countback, b.countback)
  const named = scored.map((item) => ({ item, id: item.person.userId, name: item.person.name }))
  const sorted = sortByName(named)
    .map(({ item }) => item)
    .sort(compare)
  const rows: SeasonRow[] = []
  sorted.forEach((item, line) => {
    const [above, below] = [sorted[line - 1], sorted[line + 1]]
    const isLevelAbove = above !== undefined && compare(above, item) === 0
    const isShared = isLevelAbove || (below !== undefined && compare(item, below) === 0)
    rows.push({ ...item, isShared, place: isLevelAbove ? (rows.at(-1)?.place ?? 1) : line + 1 })
  })
  return rows
}

/** The standings of a season. */
export function scoreSeason(season: Season): SeasonRow[] {
  const { score } = createSeasonScorer(season)
  return rankSeason(season.people.flatMap((person) => score(person) ?? []))
}

/** The season before its last tournament; null if there was no earlier one. */
export function toEarlierSeason(season: Season): Season | null {
  return season.tournaments.length < 2 ? null : toSeasonAfter(season, season.tournaments.length - 1)
}

/** The season after so many of its tournaments. */
export function toSeasonAfter(season: Season, count: number): Season {
  const people = season.people.map((person) => ({ ...person, places: person.places.slice(0, count) }))
  return { ...season, tournaments: season.tournaments.slice(0, count), people }
}

/** The points, in hundredths, that each of these people had after each tournament. */
export function toPointsProgress(season: Season, people: readonly SeasonPerson[]): number[][] {
  const { score } = createSeasonScorer(season)
  return people.map((person) =>
    season.tournaments.map((_, index) => score({ ...person, places: person.places.slice(0, index + 1) })?.points ?? 0),
  )
}

/** Why a person is above, below or tied with another one who has the same points (docs/rules.md, 12.4). */
export type TieReason =
  | { readonly kind: 'shared'; readonly with: string }
  | {
      readonly kind: 'countback'
      readonly other: string
      readonly isAhead: boolean
      /** The best place of which they have different numbers. */
      readonly place: number
      readonly own: number
      readonly others: number
    }

/** Compares a row with the rows above and below that have the same points. */
export function explainTie(rows: readonly SeasonRow[], line: number): TieReason[] {
  const row = rows[line]
  if (row === undefined) return []
  return [rows[line - 1], rows[line + 1]].flatMap((other): TieReason[] => {
    if (other === undefined || other.points !== row.points) return []
    if (other.place === row.place) return [{ kind: 'shared', with: other.person.name }]
    return [{ kind: 'countback', ...compareCountback(row, other) }]
  })
}

function compareCountback(row: SeasonRow, other: SeasonRow) {
  const [own, others] = [row.countback, other.countback]
  const index = findDifference(own, others)
  const place = Math.min(own[index] ?? Number.POSITIVE_INFINITY, others[index] ?? Number.POSITIVE_INFINITY)
  const count = (places: readonly number[]) => places.filter((taken) => taken === place).length
  return {
    other: other.person.name,
    isAhead: row.place < other.place,
    place,
    own: count(own),
    others: count(others),
  }
}

/** All places, best first. More first places make a smaller key, then more second places, and so on. */
function toCountbackKey({ places }: SeasonPerson): number[] {
  return places.flatMap((place) => (place === null || place === 0 ? [] : [place])).toSorted((a, b) => a - b)
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const index = findDifference(a, b)
  return toComparable(a[index]) - toComparable(b[index])
}

/** The index of the first place in which they differ, which one of them may not have. */
function findDifference(own: readonly number[], others: readonly number[]): number {
  const first = own.findIndex((place, index) => place !== others[index])
  return first === -1 ? own.length : first
}

/** No place is worse than any place. Finite, because infinities cannot be subtracted. */
function toComparable(place: number | undefined): number {
  return place === undefined || place === 0 ? Number.MAX_SAFE_INTEGER : place
}
