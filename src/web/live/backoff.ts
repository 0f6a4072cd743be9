const initialMs = 1_000
const maxMs = 60_000

/**
 * How long to wait after so many failures in a row: doubling from a second to a minute, and by chance between half
 * and the whole of that, so that thousands of viewers do not come back in the same instant.
 */
export function toBackoffMs(failures: number, random: () => number): number {
  const whole = Math.min(maxMs, initialMs * 2 ** Math.max(0, failures - 1))
  return whole / 2 + (random() * whole) / 2
}
