import * as z from 'zod/mini'
import { maxId } from './id.ts'
import { isPlainText } from './plain-text.ts'

/** Schemas of values that several messages share. */

/** An id in our database: a positive integer. */
export const id = z.int().check(z.positive(), z.maximum(maxId))

/** An id in a path or query: digits without a leading zero, as a number. */
export const idParameter = z.pipe(
  z.string().check(
    z.regex(/^[1-9]\d{0,9}$/, 'must be an id: digits only'),
    z.refine((text) => Number(text) <= maxId, 'must be an id: the number is too large'),
  ),
  z.transform(Number),
)

/** The parameters of a path about a tournament. */
export const tournamentParams = z.object({ tournamentId: idParameter })

/** An event id of the feed: 4 to 12 digits (docs/rules.md, 1.1; docs/security.md, 9). */
export const eventId = z.string().check(z.regex(/^\d{4,12}$/, 'must be 4 or more digits'))

/** An athlete id of the feed: 1 to 12 digits (docs/security.md, 9). */
export const athleteId = z.string().check(z.regex(/^\d{1,12}$/, 'must be digits only'))

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A line of text, trimmed, with at least one and at most `maxLength` characters, that can be seen (docs/security.md, 8.1). */
export function plainText(maxLength: number, emptyMessage = 'must not be empty') {
  return z.string().check(
    z.trim(),
    z.minLength(1, emptyMessage),
    // Neither database stores lone surrogates, and PostgreSQL does not store NUL.
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'must be plain text', abort: true }),
    z.refine((text) => text === '' || isPlainText(text), 'must be plain text, without invisible characters'),
    z.maxLength(maxLength, `must have at most ${maxLength} characters`),
  )
}

/** Lines of text, trimmed, possibly none. */
export function textLines(maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u, 'must be plain text'),
      z.maxLength(maxLength, `must have at most ${maxLength} characters`),
    )
}

/** Whether this runtime knows the time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A flag in a query: `true` or `false`, the default. */
export const queryFlag = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((text) => text === 'true'),
)

/** 0 = tier A … 3 = tier D. */
export const tier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export const entryNumber = z.union([z.literal(1), z.literal(2), z.literal(3)])
