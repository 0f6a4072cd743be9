const initialMs = 1_000
const maxMs = 60_000

/**
 * Exponential backoff from one second to a minute. Jitter takes off up to half, so that thousands of viewers do not
 * reconnect at the same moment.
 */
export function toBackoffMs(failures: number, random: () => number): number {
  const delayMs = Math.min(maxMs, initialMs * 2 ** Math.max(0, failures - 1))
  return delayMs / 2 + (random() * delayMs) / 2
}
