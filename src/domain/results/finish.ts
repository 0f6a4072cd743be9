import { toOrdinal } from '../text/format.ts'
import type { TournamentPlaces } from './results.ts'

/**
 * Compares a user's best place in a tournament with their earlier ones, in one sentence (docs/rules.md, 5.3). A
 * tournament in which they had no place does not count.
 */
export function toFinishText(places: TournamentPlaces['places'], earlier: readonly TournamentPlaces[]): string {
  const best = findBest(places)
  const before = earlier.map((result) => findBest(result.places)).filter((place) => place !== null)
  const record = before.length === 0 ? null : Math.min(...before)
  if (best === null) {
    const sentence = 'None of your entries has a place.'
    return record === null ? sentence : `${sentence} Your best finish is ${toOrdinal(record)}.`
  }
  if (record === null) return `You finished ${toOrdinal(best)}, your first result.`
  if (best < record)
    return `You finished ${toOrdinal(best)}, your best finish yet; your previous best was ${toOrdinal(record)}.`
  if (best === record) return `You finished ${toOrdinal(best)}, which equals your best finish.`
  const rank = before.filter((place) => place < best).length + 1
  return `You finished ${toOrdinal(best)}, your ${toOrdinal(rank)} best finish in ${before.length + 1} tournaments; your best is ${toOrdinal(record)}.`
}

function findBest(places: TournamentPlaces['places']): number | null {
  const placed = places.filter((place) => place !== null)
  return placed.length === 0 ? null : Math.min(...placed)
}
