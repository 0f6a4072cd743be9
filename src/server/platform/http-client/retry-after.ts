/** The header `Retry-After`: seconds or a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : limitPause(ms)
}

/** Between a second and an hour, whatever a receiver asks for. */
export function limitPause(ms: number): number {
  return Math.min(60 * 60_000, Math.max(1000, Math.ceil(ms)))
}
