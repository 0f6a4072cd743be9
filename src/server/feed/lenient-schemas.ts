import * as z from 'zod/mini'
import { feedImageOrigin } from '#contract/feed-images.ts'

/**
 * Schemas that accept anything: a missing value, null or another type becomes null, "" or false, so that one unexpected value
 * never rejects a whole leaderboard. Callers check required values.
 */

/** A schema that reads any value, also a missing one. */
export const reading = <Result>(read: (value: unknown) => Result) => z.pipe(z.optional(z.unknown()), z.transform(read))

/** Far beyond any score: a larger number is an error. */
const maxMagnitude = 1_000_000

/** An integer. The feed writes numbers as doubles, and a few as text. */
export const integer = reading(toInteger)
export const text = reading(toText)
export const flag = reading((value) => value === true)
/** Digits, or empty. */
export const digits = reading((value) => (/^\d{1,12}$/.test(String(value)) ? String(value) : ''))
/** ISO 8601 UTC with seconds, or null. The feed omits the seconds, and uses the year 1900 for "none". */
export const instant = reading(toInstant)
/** The URL of an image from an origin that the pages allow, or null (docs/security.md, 8.3). */
export const imageUrl = reading(toImageUrl)

/** An object that can lack any or all of its properties. */
export function lenient<Shape extends z.core.$ZodShape>(shape: Shape) {
  const schema = z.object(shape)
  return z.catch(schema, () => z.parse(schema, {}))
}

export function listOf<Item extends z.ZodMiniType>(item: Item) {
  const list = reading((value): unknown[] => (Array.isArray(value) ? value : []))
  return z.pipe(list, z.array(item))
}

/** "E" is 0, "+3" is 3, "-4" is -4, anything else is null. */
export function parseToPar(value: string): number | null {
  if (/^e$/i.test(value)) return 0
  return /^[+-]?\d{1,3}$/.test(value) ? Number(value) : null
}

function toInteger(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !(Math.abs(number) <= maxMagnitude)) return null
  return Math.round(number) + 0 // never -0
}

/**
 * Removes invisible characters and those that change the text direction: these texts are shown on screens
 * (docs/security.md, 8.1).
 */
function toText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function toInstant(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
  if (Number.isNaN(time)) return null
  const iso = new Date(time).toISOString()
  return iso >= '1950' && iso < '9999' ? iso : null
}

function toImageUrl(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const url = new URL(value)
  return url.origin === feedImageOrigin && url.username === '' ? url.href : null
}
