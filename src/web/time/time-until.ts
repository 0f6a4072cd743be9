export type TimePart = { readonly value: number; readonly unit: string }

/** The time from `now` to `start` in its two largest units: days and hours, hours and minutes, or minutes and seconds. */
export function timeUntil(start: Date, now: Date): readonly TimePart[] {
  const seconds = Math.max(0, Math.ceil((start.getTime() - now.getTime()) / 1000))
  const parts = [
    toTimePart(Math.floor(seconds / 86_400), 'day'),
    toTimePart(Math.floor(seconds / 3600) % 24, 'hour'),
    toTimePart(Math.floor(seconds / 60) % 60, 'minute'),
    toTimePart(seconds % 60, 'second'),
  ]
  const first = parts.findIndex(({ value }) => value > 0)
  return first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)
}

function toTimePart(value: number, unit: string): TimePart {
  return { value, unit: value === 1 ? unit : `${unit}s` }
}
