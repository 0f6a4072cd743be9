import type { Entry } from './tournament.ts'

/**
 * An entry as a rival sees it before the start: who has entered, and nothing of what (decisions, section 4). Its
 * number of saves is hidden too, because it would tell that somebody changed his mind.
 */
export function hideRivalsPicks(entry: Entry, viewerId: number): Entry {
  return entry.userId === viewerId ? entry : { ...entry, tiebreakers: [], selections: [], version: 0 }
}
