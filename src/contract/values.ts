import * as z from 'zod/mini'

/** The values that several messages are made of. */

/** What a column for ids holds in either database. */
const maxId = 2_147_483_647

/** Our own ids: positive integers. */
export const id = z.int().check(z.positive(), z.maximum(maxId))

/** An id in a path or query: digits without a leading zero, as a number. */
export const idParameter = z.pipe(
  z.string().check(
    z.regex(/^[1-9]\d{0,9}$/, 'must be an id: digits only'),
    z.refine((text) => Number(text) <= maxId, 'must be an id: the number is too large'),
  ),
  z.transform(Number),
)

/** An event id of the feed: digits, four or more (specification, section 5). */
export const eventId = z.string().check(z.regex(/^\d{4,12}$/, 'must be 4 or more digits'))

/** An athlete id of the feed: digits. */
export const athleteId = z.string().check(z.regex(/^\d{1,12}$/, 'must be digits only'))

/** ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** What somebody writes in a line: kept without the space round it, and never empty. */
export function plainText(maxLength: number, emptyMessage = 'must not be empty') {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim()),
    ),
    z.string().check(
      z.minLength(1, emptyMessage),
      // No database keeps half a letter, and not every one keeps a NUL; the other control characters are no text.
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be plain text'),
      z.maxLength(maxLength, `must have at most ${maxLength} letters`),
    ),
  )
}

/** A switch in a query: `true` or `false`, false when it is left out. */
export const queryFlag = z.pipe(
  z._default(z.enum(['true', 'false']), 'false'),
  z.transform((text) => text === 'true'),
)

export const tier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export const entryNumber = z.union([z.literal(1), z.literal(2), z.literal(3)])
