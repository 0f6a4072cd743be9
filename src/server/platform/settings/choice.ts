import * as z from 'zod'

/** A setting with these values only. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })
}
