import type { FieldError } from '#domain/field-error.ts'
import type { SeasonRules } from './season.ts'
import { findTableError } from './season-points.ts'

/** An organiser's settings of a season (docs/rules.md, 12.1). */
export type SeasonDefinition = SeasonRules & {
  readonly name: string
  /** All tournaments that start in this year (UTC) count, future ones included. Null: only those in `included`. */
  readonly year: number | null
  /** Ids of further tournaments that count. */
  readonly included: readonly number[]
  /** Ids of tournaments of the year that do not count. */
  readonly excluded: readonly number[]
}

type Tournament = { readonly id: number; readonly start: string }

/** The calendar year in which a tournament started, in UTC. */
export function toSeasonYear(start: string): number {
  return new Date(start).getUTCFullYear()
}

/** Whether a tournament counts in a season. */
export function isCounted(
  { year, included, excluded }: Pick<SeasonDefinition, 'year' | 'included' | 'excluded'>,
  { id, start }: Tournament,
): boolean {
  return included.includes(id) || (toSeasonYear(start) === year && !excluded.includes(id))
}

/** The default season of a year that no organiser has edited. */
export function toDefaultSeason(year: number): SeasonDefinition {
  return {
    name: String(year),
    year,
    points: { preset: 'winner', table: [] },
    bestResults: null,
    included: [],
    excluded: [],
  }
}

/** The rules that a definition breaks, by field. */
export function findSeasonErrors(definition: SeasonDefinition, knownTournaments: ReadonlySet<number>): FieldError[] {
  const { points, year, included, excluded } = definition
  const errors: FieldError[] = []
  const tableError = points.preset === 'own' ? findTableError(points.table) : undefined
  if (tableError !== undefined) errors.push({ field: 'points.table', message: tableError })
  if (points.preset !== 'own' && points.table.length > 0)
    errors.push({ field: 'points.table', message: 'must be empty for a preset' })
  if (year === null && included.length === 0)
    errors.push({ field: 'included', message: 'must have a tournament, because no year is chosen' })
  for (const [field, ids] of [
    ['included', included],
    ['excluded', excluded],
  ] as const) {
    if (ids.some((id) => !knownTournaments.has(id))) errors.push({ field, message: 'must be known tournaments' })
    if (new Set(ids).size !== ids.length) errors.push({ field, message: 'must have every tournament once' })
  }
  if (included.some((id) => excluded.includes(id)))
    errors.push({ field: 'excluded', message: 'must not have a tournament that is included' })
  return errors
}

/** Whether two definitions of a season have the same content. The order of their tournaments does not matter. */
export function isSameSeason(season: SeasonDefinition, other: SeasonDefinition): boolean {
  const comparable = ({ name, year, points, bestResults, included, excluded }: SeasonDefinition) =>
    JSON.stringify([name, year, points.preset, points.table, bestResults, sorted(included), sorted(excluded)])
  return comparable(season) === comparable(other)
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b)
}
