/**
 * JSON on one line in ASCII without single quotes: every other character is written as \uXXXX, each UTF-16 unit by itself
 * (docs/proof.md, 1). It can be quoted on a command line, and no spreadsheet or mail program changes its bytes.
 */
export function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x26\x28-\x7e]/g, toEscape)
}

/** ASCII JSON with the fields of each object sorted by name, so that equal values give equal text. */
export function toSortedAsciiJson(value: unknown): string {
  return toAsciiJson(sortFields(value))
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sortFields(field)]))
}

/** A UTF-16 unit as \uXXXX, in lower-case hex. */
export function toEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The bytes of a text in ASCII, after an optional first byte. */
export function toAsciiBytes(text: string, firstByte?: number): Uint8Array {
  const offset = firstByte === undefined ? 0 : 1
  const bytes = new Uint8Array(offset + text.length)
  if (firstByte !== undefined) bytes[0] = firstByte
  for (let index = 0; index < text.length; index += 1) bytes[offset + index] = text.charCodeAt(index)
  return bytes
}
