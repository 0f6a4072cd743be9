/** When organisers are told that scores are missing, and that they are back (docs/rules.md, 9.5). Pure. */

type Known = ReadonlyMap<string, unknown>

/**
 * `missing`: since when and why scores are missing; null: they are back. `isLate`: recorded, but not announced.
 */
export type ScoreAlert = NonNullable<ReturnType<typeof findScoreAlert>>

type Missing = { readonly since: string; readonly reason: string }

type Board = {
  readonly stale: Missing | null
  readonly source: { readonly kind: string }
  readonly event: { readonly completed: boolean }
}

const lifetimeMs = 60 * 60_000

/** The alert that is due after the start. `board` is null while there have never been scores; `known`: the keys so far. */
export function findScoreAlert(
  board: Board | null,
  { start, now, afterMs, known }: { start: string; now: Date; afterMs: number; known: Known },
) {
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const missing = board ? board.stale : { since: start, reason: 'There are no scores yet.' }
  const [open] = [...known.keys()].filter((key) => key.startsWith('scores-missing:') && !known.has(toBack(key)))
  if (open !== undefined) {
    if (missing) return null
    // Organisers who enter the scores know that they are back.
    const isLate = board?.source.kind === 'hand'
    return { kind: 'scores' as const, key: toBack(open), missing: null, expiresAt, isLate }
  }
  if (!missing || board?.event.completed) return null
  const since = missing.since > start ? missing.since : start
  if (now.getTime() - Date.parse(since) < afterMs) return null
  const key = `scores-missing:${since}`
  return { kind: 'scores' as const, key, missing: { ...missing, since }, expiresAt, isLate: false }
}

const toBack = (key: string) => key.replace('missing', 'back')
