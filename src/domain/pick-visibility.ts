import type { Entry } from './tournament.ts'

/**
 * The entry as the viewer may see it before the start (docs/rules.md, 2.6): their own unchanged, anybody else's
 * without picks and answers. The version and the time of the last save are hidden too, because they reveal changes.
 */
export function redactEntry(entry: Entry, viewerId: number): Entry {
  if (entry.userId === viewerId) return entry
  return { ...entry, tiebreakers: [], selections: [], version: 0, changedAt: undefined }
}
