import { maxBestResults, maxSeasonNameLength } from '#contract/limits.ts'
import type { AllSeasonPlaces, SeasonMessage, SeasonSubmission } from '#contract/season-contract.ts'
import type { Season } from '#domain/season/season.ts'
import { isCounted, toSeasonYear } from '#domain/season/season-definition.ts'
import { findTableError } from '#domain/season/season-points.ts'

/** The values of the form's fields. */
export type SeasonValues = {
  name: string
  /** A year as text, or empty. */
  year: string
  preset: SeasonSubmission['points']['preset']
  /** "25, 18, 15". */
  table: string
  /** Empty: all. */
  best: string
  /** The ids of the ticked tournaments. */
  ticked: ReadonlySet<number>
}

export type SeasonErrors = Partial<Record<'name' | 'year' | 'table' | 'best' | 'tournaments', string>>

type Tournaments = AllSeasonPlaces['tournaments']

/** The values of a season, stored or default. */
export function toValues(season: SeasonMessage, tournaments: Tournaments): SeasonValues {
  return {
    name: season.name,
    year: season.year === null ? '' : String(season.year),
    preset: season.points.preset,
    table: season.points.table.join(', '),
    best: season.bestResults === null ? '' : String(season.bestResults),
    ticked: new Set(tournaments.filter((tournament) => isCounted(season, tournament)).map(({ id }) => id)),
  }
}

export const emptyValues: SeasonValues = {
  name: '',
  year: '',
  preset: 'winner',
  table: '',
  best: '',
  ticked: new Set(),
}

/** Changes the year: ticks its tournaments and unticks those of the previously selected year. */
export function withYear(values: SeasonValues, year: string, tournaments: Tournaments): SeasonValues {
  const ticked = new Set(values.ticked)
  for (const { id, start } of tournaments) {
    const own = String(toSeasonYear(start))
    if (own === year) ticked.add(id)
    else if (own === values.year) ticked.delete(id)
  }
  return { ...values, year, ticked }
}

/** The points of 1st, 2nd, 3rd place, separated by commas, spaces or lines. NaN for what is not a number. */
export function parseTable(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => (/^\d{1,9}$/.test(word) ? Number(word) : Number.NaN))
}

export function findErrors({ name, year, preset, table, best, ticked }: SeasonValues): SeasonErrors {
  const errors: SeasonErrors = {}
  if (name.trim() === '') errors.name = 'Enter a name.'
  if (name.trim().length > maxSeasonNameLength) errors.name = `Use at most ${maxSeasonNameLength} characters.`
  const tableError = preset === 'own' ? findTableError(parseTable(table)) : undefined
  if (tableError !== undefined) errors.table = `The table ${tableError}.`
  if (best.trim() !== '' && !(/^[1-9]\d{0,2}$/.test(best.trim()) && Number(best) <= maxBestResults))
    errors.best = `Enter a whole number from 1 to ${maxBestResults}, or leave it empty.`
  if (year === '' && ticked.size === 0) errors.tournaments = 'Tick a tournament, or choose a year.'
  return errors
}

/** The request to save. `stored`: the season that the form was opened with. */
export function toSubmission(
  values: SeasonValues,
  tournaments: Tournaments,
  stored: Pick<SeasonMessage, 'id' | 'version'> | null,
): SeasonSubmission {
  const year = values.year === '' ? null : Number(values.year)
  const isOfYear = ({ start }: Tournaments[number]) => toSeasonYear(start) === year
  const { preset } = values
  return {
    id: stored?.id ?? 0,
    ...(stored?.version && { version: stored.version }),
    name: values.name.trim(),
    year,
    points: { preset, table: preset === 'own' ? parseTable(values.table) : [] },
    bestResults: values.best.trim() === '' ? null : Number(values.best),
    included: tournaments
      .filter((tournament) => values.ticked.has(tournament.id) && !isOfYear(tournament))
      .map(({ id }) => id),
    excluded: tournaments
      .filter((tournament) => !values.ticked.has(tournament.id) && isOfYear(tournament))
      .map(({ id }) => id),
  }
}

/** The season to preview; null while a value is invalid. */
export function toPreview(values: SeasonValues, { tournaments, people }: AllSeasonPlaces): Season | null {
  const { table, best } = findErrors(values)
  if (table !== undefined || best !== undefined) return null
  const { points, bestResults } = toSubmission(values, tournaments, null)
  const counted = tournaments.flatMap(({ id }, index) => (values.ticked.has(id) ? [index] : []))
  return {
    tournaments: counted.flatMap((index) => tournaments[index] ?? []),
    people: people.map((person) => ({ ...person, places: counted.map((index) => person.places[index] ?? null) })),
    rules: { points, bestResults },
  }
}
