type Expiry = { value: string; text: string; expiresAt: string }

const dayMs = 24 * 60 * 60 * 1000
const choices = [
  ['day', 'for a day', dayMs],
  ['three-days', 'for three days', 3 * dayMs],
  ['week', 'for a week', 7 * dayMs],
] as const

/** The expiries before the start; every link expires at the start. */
export function toExpiries(start: string, now: Date): Expiry[] {
  return choices
    .map(([value, text, ms]) => ({ value, text, at: now.getTime() + ms }))
    .filter(({ at }) => at < Date.parse(start))
    .map(({ value, text, at }) => ({ value, text, expiresAt: new Date(at).toISOString() }))
}

/** The number of uses as typed; empty for no limit. */
export function parseUses(text: string): { maxUses: number | null; error: string | null } {
  const typed = text.trim()
  if (typed === '') return { maxUses: null, error: null }
  const maxUses = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  if (maxUses < 1 || maxUses > 10_000) return { maxUses: null, error: 'Enter a number from 1 to 10,000.' }
  return { maxUses, error: null }
}
