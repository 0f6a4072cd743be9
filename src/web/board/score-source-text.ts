import type { ScoreSourceInfo } from '#domain/scores/score-source-info.ts'
import { toMoment } from '#web/time/time-text.ts'

/** Where the scores come from, as a sentence; null for the feed. */
export function toSourceText({ kind, since }: ScoreSourceInfo, now: Date): string | null {
  if (kind === 'document') return 'Scores from a source of the pool’s own.'
  if (kind === 'feed' || since === null) return null
  const isToday = new Date(since).toDateString() === now.toDateString()
  return `Scores entered by the organisers ${isToday ? 'at' : 'on'} ${toMoment(since, now)}.`
}
