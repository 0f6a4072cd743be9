import { useMemo } from 'react'
import {
  type Gap,
  gapOfRow,
  placesGained,
  toEarlierStandings,
  toOutText,
  toRoundStartText,
  toScoresText,
} from '#domain/standings/entry-figures.ts'
import { type Standing, type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import { useStoredChoice } from '#web/ui/stored-choice.ts'
import { useLastVisit } from './use-last-visit.ts'

/** What movement is counted from (docs/rules.md, 4.9). */
export type MovementSince = 'round' | 'visit'

/** One of the viewer’s entries, with what the bar shows about it. */
export type OwnEntry = {
  readonly standing: Standing
  /** Places gained; null if unknown. */
  readonly gained: number | null
  /** Null after the end too. */
  readonly gap: Gap | null
  /** Why it is out; null if it is not. */
  readonly outText: string | null
}

/** The standings that movement is counted from, null if there are none, and the stored choice of them. */
export function useMovement(standings: Standings, { hasScores, isFinal }: { hasScores: boolean; isFinal: boolean }) {
  const [since, setSince] = useStoredChoice<MovementSince>('pool-movement', ['round', 'visit'])
  const { pool, golfers } = standings
  const scores = useMemo(() => (hasScores ? toScoresText(golfers) : null), [hasScores, golfers])
  const visit = useLastVisit(pool.tournament.id, scores)
  const start = useRoundStart(standings, hasScores && !isFinal && since === 'round')
  const seen = useEarlierStandings(standings, isFinal ? null : visit)
  return { before: since === 'round' ? start : seen, since, setSince }
}

/** The standings when the current round began; null in the first one. Ranked once: a refresh costs nothing more. */
export function useRoundStart(standings: Standings, isWanted: boolean): Standings | null {
  const { golfers } = standings
  const text = useMemo(() => (isWanted ? toRoundStartText(golfers) : null), [isWanted, golfers])
  return useEarlierStandings(standings, text)
}

function useEarlierStandings({ pool, golfers }: Standings, text: string | null): Standings | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the golfers.
  return useMemo(() => (text === null ? null : toEarlierStandings({ pool, golfers }, text)), [pool, text])
}

type Input = { standings: Standings; before: Standings | null; userId: number; hasScores: boolean; isFinal: boolean }

/** The viewer’s entries in entry order. */
export function useOwnEntries({ standings, before, userId, hasScores, isFinal }: Input): readonly OwnEntry[] {
  return useMemo(
    () =>
      standingsOfUser(standings, userId).map((standing): OwnEntry => {
        if (!hasScores) return { standing, gained: null, gap: null, outText: null }
        return {
          standing,
          gained: placesGained(before, standings, standing.row),
          gap: isFinal ? null : gapOfRow(standings, standing.row),
          outText: toOutText(standing),
        }
      }),
    [standings, before, userId, hasScores, isFinal],
  )
}
