import { useMemo } from 'react'
import {
  type Gap,
  gapOfRow,
  placesGained,
  toMorningKey,
  toMorningStandings,
  toOutText,
} from '#domain/standings/entry-figures.ts'
import { type Standing, type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import { useStoredChoice } from '#web/ui/stored-choice.ts'

/** What movement is counted from (docs/rules.md, 4.9). */
export type MovementSince = 'morning' | 'change'

/** One of the viewer’s entries, with what the bar shows about it. */
export type OwnEntry = {
  readonly standing: Standing
  /** Places gained; null if unknown. */
  readonly gained: number | null
  readonly gap: Gap | null
  /** Why it is out; null if it is not. */
  readonly outText: string | null
}

type Input = { standings: Standings; previous: Standings | null; userId: number; hasScores: boolean }

/** The viewer’s entries in entry order, and the stored choice of what their movement is counted from. */
export function useOwnEntries({ standings, previous, userId, hasScores }: Input) {
  const [since, setSince] = useStoredChoice<MovementSince>('pool-movement', ['morning', 'change'])
  const morning = useMorningStandings(standings, since === 'morning' && hasScores)
  const before = since === 'morning' ? morning : previous
  const entries = useMemo(
    () =>
      standingsOfUser(standings, userId).map((standing): OwnEntry => {
        if (!hasScores) return { standing, gained: null, gap: null, outText: null }
        return {
          standing,
          gained: placesGained(before, standings, standing.row),
          gap: gapOfRow(standings, standing.row),
          outText: toOutText(standing),
        }
      }),
    [standings, before, userId, hasScores],
  )
  return { entries, since, setSince }
}

/** Ranked once per round: the key stays the same during a round, so a refresh costs nothing more. */
export function useMorningStandings({ pool, golfers }: Standings, isWanted: boolean): Standings | null {
  const key = useMemo(() => (isWanted ? toMorningKey(golfers) : null), [isWanted, golfers])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the golfers.
  return useMemo(() => (key === null ? null : toMorningStandings({ pool, golfers })), [pool, key])
}

/** Whether the viewer’s own entries stay in view. On by default. */
export function usePinnedEntries(): [boolean, (isPinned: boolean) => void] {
  const [choice, setChoice] = useStoredChoice('pool-own-entries', ['pinned', 'loose'])
  return [choice === 'pinned', (isPinned) => setChoice(isPinned ? 'pinned' : 'loose')]
}
