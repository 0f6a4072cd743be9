import type { Entry } from './tournament.ts'

/** With fewer entrants, the number of people who picked a golfer can reveal who they are (docs/rules.md, 9.2). */
const minEntrantsForCounts = 5

/** Whether organisers may see, before the start, how many people picked a withdrawn golfer. */
export function canShowPickCounts(entrantCount: number): boolean {
  return entrantCount >= minEntrantsForCounts
}

/** An entry without its picks. */
export type Entrant = Pick<Entry, 'id' | 'userId' | 'tournamentId' | 'name'>

/** An entry as everyone but its owner sees it before the start (docs/rules.md, 2.6). The version and the time of the
 * last save are hidden too, because they reveal changes.
 */
export function toRedactedEntry({ id, userId, tournamentId, name }: Entrant): Entry {
  return { id, userId, tournamentId, name, tiebreakers: [], selections: [], version: 0 }
}

/** An entry as its owner sees it before the start. */
export function toOwnEntry(entry: Entry): Entry {
  return entry.isSealed ? { ...toRedactedEntry(entry), isSealed: true } : entry
}
