import { arePicksHidden } from './tournament-refetch.ts'

/** Text for an owner whose account was entered by somebody else’s link (docs/security.md, 10.6). */
export const sealedText = 'You entered on another device; your picks are saved'

type VisibleTournament = {
  readonly active: boolean
  readonly entries: readonly { readonly userId: number; readonly selections: readonly unknown[] }[]
}

/**
 * Whether the viewer can still create or change an entry. The server's clock decides (docs/rules.md, 2.4), and its
 * responses reveal it: they hide the picks of rivals until the start. Without rivals, `isStarted`, the browser's clock,
 * decides.
 */
export function canEditEntry({ active, entries }: VisibleTournament, viewerId: number, isStarted: boolean): boolean {
  if (!active) return false
  const rivals = entries.filter(({ userId }) => userId !== viewerId)
  if (rivals.some(({ selections }) => selections.length > 0)) return false
  return !isStarted || arePicksHidden({ entries: rivals })
}
