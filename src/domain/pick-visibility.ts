import type { Entry } from './tournament.ts'

/**
 * An entry as a rival sees it before the start: who has entered, and nothing of what (decisions, section 4). The
 * number of saves and the time of the last one are hidden too, because they would tell that somebody changed his mind.
 */
export function redactEntry(entry: Entry, viewerId: number): Entry {
  if (entry.userId === viewerId) return entry
  return { ...entry, tiebreakers: [], selections: [], version: 0, changedAt: undefined }
}
