export type Part = { readonly value: number; readonly unit: string }

/** The time from `now` to `start`: days and hours while it is days away, then hours and minutes, then minutes and seconds. */
export function timeUntil(start: Date, now: Date): readonly Part[] {
  const seconds = Math.max(0, Math.ceil((start.getTime() - now.getTime()) / 1000))
  const parts = [
    part(Math.floor(seconds / 86_400), 'day'),
    part(Math.floor(seconds / 3600) % 24, 'hour'),
    part(Math.floor(seconds / 60) % 60, 'minute'),
    part(seconds % 60, 'second'),
  ]
  const first = parts.findIndex(({ value }) => value > 0)
  return first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)
}

function part(value: number, unit: string): Part {
  return { value, unit: value === 1 ? unit : `${unit}s` }
}
