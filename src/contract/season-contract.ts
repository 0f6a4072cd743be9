import * as z from 'zod/mini'
import { maxTableLength, pointsPresets } from '#domain/season/season-points.ts'
import { maxBestResults, maxSeasonNameLength } from './limits.ts'
import { id, instant, plainText } from './values.ts'

/** Standings over several tournaments (docs/rules.md, 12). */

const maxTournaments = 1000

/** A season in URLs: its year, such as "2026", else "s" and its id, such as "s7". */
export const seasonKey = z.string().check(z.regex(/^(\d{4}|s[1-9]\d{0,9})$/, 'must be a year, or s and an id'))

const points = z.strictObject({
  /** `own`: the points are those of `table`. */
  preset: z.enum([...pointsPresets, 'own']),
  /** The points of 1st, 2nd, 3rd place and so on. Empty for a preset. */
  table: z.array(z.number()).check(z.maxLength(maxTableLength, `must have at most ${maxTableLength} places`)),
})

const bestResults = z.nullable(
  z
    .int('must be a whole number')
    .check(z.positive('must be at least 1'), z.maximum(maxBestResults, `must be at most ${maxBestResults}`)),
)

const ids = z.array(id).check(z.maxLength(maxTournaments, `must have at most ${maxTournaments} tournaments`))

const definition = {
  /** All tournaments that started in this year (UTC) count. Null: only those in `included`. */
  year: z.nullable(z.int().check(z.minimum(1000, 'must be a year'), z.maximum(9999, 'must be a year'))),
  points,
  /** How many results per person count. Null: all. */
  bestResults,
  /** Additional tournaments that count. */
  included: ids,
  /** Tournaments of the year that do not count. */
  excluded: ids,
}

/** `POST /api/season` and `PUT /api/season`. The response is the season. */
export const seasonSubmission = z.strictObject({
  /** 0 for a new season. */
  id: z.union([z.literal(0), id]),
  name: plainText(maxSeasonNameLength),
  ...definition,
  /** With PUT: the version that was read. */
  version: z.optional(z.int().check(z.positive())),
})

export type SeasonSubmission = z.infer<typeof seasonSubmission>

/** `POST /api/season/remove`. */
export const seasonRemoval = z.strictObject({ id, version: z.int().check(z.positive()) })

/** An organiser's season as stored. */
export const savedSeason = z.object({ key: seasonKey, id, version: z.int(), name: z.string(), ...definition })

export type SavedSeason = z.infer<typeof savedSeason>

/** `GET /api/season`: newest first. */
export const seasonList = z.array(z.object({ key: seasonKey, name: z.string(), year: z.nullable(z.int()) }))

export type SeasonList = z.infer<typeof seasonList>

const seasonPlaces = {
  /** The tournaments that ended with places, earliest first. */
  tournaments: z.array(
    z.object({
      id,
      name: z.string(),
      start: instant,
      /** The last place that an entry occupies. */
      size: z.int(),
      /** The places that several entries share, and the number of entries. */
      shared: z.array(z.object({ place: z.int(), count: z.int() })),
    }),
  ),
  /** Everyone with a result, by name. */
  people: z.array(
    z.object({
      userId: id,
      name: z.string(),
      /** The best place in each tournament: 0 if all entries were disqualified, null if there was none. */
      places: z.array(z.nullable(z.int())),
    }),
  ),
}

/** `GET /api/season/places`: the places in all tournaments that have ended, for the season form. */
export const allSeasonPlaces = z.object(seasonPlaces)

export type AllSeasonPlaces = z.infer<typeof allSeasonPlaces>

/** `GET /api/season/{seasonKey}`: the rules and the places, from which the client computes the standings. */
export const season = z.object({
  key: seasonKey,
  /** Null, like `version`, for the default season of a year. */
  id: z.nullable(id),
  version: z.nullable(z.int()),
  name: z.string(),
  ...definition,
  ...seasonPlaces,
})

export type SeasonMessage = z.infer<typeof season>
