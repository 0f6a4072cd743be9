/** Safe access to recorded JSON of unknown shape. */

export type Json = { readonly [key: string]: unknown }

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function asObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
