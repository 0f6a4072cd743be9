import { arePicksHidden } from './tournament-refetch.ts'

type VisibleTournament = {
  readonly active: boolean
  readonly entries: readonly { readonly userId: number; readonly selections: readonly unknown[] }[]
}

/**
 * May the viewer still enter or change his entry? The server's clock decides, and its answers show what it says: it
 * hides rivals' picks until the start and shows them from then on. Only where there is no rival to tell, the clock
 * here does; `isStarted` is what it says.
 */
export function canEditEntry(
  { active, entries }: VisibleTournament,
  viewerId: number,
  isStarted: boolean,
): boolean {
  if (!active) return false
  const rivals = entries.filter(({ userId }) => userId !== viewerId)
  if (rivals.some(({ selections }) => selections.length > 0)) return false
  return !isStarted || arePicksHidden({ entries: rivals })
}
