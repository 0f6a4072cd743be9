import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import type { ScoredRound } from '#domain/field/earlier-field.ts'
import {
  type Gap,
  gapOfRow,
  placesGained,
  toEarlierStandings,
  toOutText,
  toRoundStartText,
  toScoresText,
} from '#domain/standings/entry-figures.ts'
import { listBestEntries, toRivalGapText } from '#domain/standings/followed-rivals.ts'
import { type Standing, type Standings, standingsOfUser } from '#domain/standings/standings.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { useStoredChoice } from '#web/ui/stored-choice.ts'
import { useLastVisit } from './use-last-visit.ts'

/** The start of the movement that the board shows (docs/rules.md, 4.9). */
export type MovementSince = 'round' | 'visit'

/** Followed rivals beyond this number stand in the board's menu. */
export const mostShownRivals = 5

/** One of the viewer’s entries, or the best of a rival’s, with what the bar shows about it. */
export type OwnEntry = {
  readonly standing: Standing
  /** Places gained; null if unknown, and for a rival’s entry. */
  readonly gained: number | null
  /** Distance to the lead; null for a rival’s entry, and after the end. */
  readonly gap: Gap | null
  /** Distance to the nearest rival; null for a rival’s entry. */
  readonly rivalGap: string | null
  /** Why it is out; null if it is not. */
  readonly outText: string | null
}

type Shown = {
  hasScores: boolean
  isFinal: boolean
  isPast: boolean
  leaderboard: (ScoredRound & { version: number }) | null
}

/** The standings that movement is counted from, null if there are none, and the stored choice of them. */
export function useMovement(standings: Standings, { hasScores, isFinal, isPast, leaderboard }: Shown) {
  const [since, setSince] = useStoredChoice<MovementSince>('pool-movement', ['round', 'visit'])
  const { pool, golfers } = standings
  const scores = useMemo(() => (hasScores && !isPast ? toScoresText(golfers) : null), [hasScores, isPast, golfers])
  const visit = useLastVisit(pool.tournament.id, scores && `${scores}@${leaderboard?.version}`)
  const start = useRoundStart(standings, hasScores && !isFinal && since === 'round' ? leaderboard : null)
  const seen = useEarlierStandings(standings, isFinal ? null : visit)
  return { before: since === 'round' ? start : seen, since, setSince }
}

/** The standings when the round began; null in the first one, and without a round. Ranked once: a refresh costs nothing more. */
export function useRoundStart(standings: Standings, round: ScoredRound | null): Standings | null {
  const { golfers } = standings
  const text = useMemo(() => (round === null ? null : toRoundStartText(golfers, round)), [round, golfers])
  return useEarlierStandings(standings, text)
}

/** The standings with the scores of `toScoresText`; null without any. Ranked once for each text. */
export function useEarlierStandings({ pool, golfers }: Standings, text: string | null): Standings | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the golfers.
  return useMemo(() => (text === null ? null : toEarlierStandings({ pool, golfers }, text)), [pool, text])
}

type Input = { standings: Standings; before: Standings | null; userId: number; hasScores: boolean; isFinal: boolean }

/** The viewer’s entries in entry order, and the best of each rival in the order of the standings. */
export function useOwnEntries({ standings, before, userId, hasScores, isFinal }: Input) {
  const rivals = use(RivalsContext)
  return useMemo(() => {
    const best = listBestEntries(standings, rivals)
    const toEntry = (standing: Standing): OwnEntry => {
      const isOwn = standing.userId === userId
      const hasGap = hasScores && !isFinal && isOwn
      return {
        standing,
        gained: hasScores && isOwn ? placesGained(before, standings, standing.row) : null,
        gap: hasGap ? gapOfRow(standings, standing.row) : null,
        rivalGap: hasGap ? toRivalGapText(standing, best) : null,
        outText: hasScores ? toOutText(standing) : null,
      }
    }
    return { own: standingsOfUser(standings, userId).map(toEntry), rivalEntries: best.map(toEntry) }
  }, [standings, before, userId, rivals, hasScores, isFinal])
}

/** The ids of the players whom the viewer follows. */
export const RivalsContext = createContext<ReadonlySet<number>>(new Set())

/** The players whom the viewer follows, by id. The same set until one is added or removed. */
export function useRivals(): ReadonlySet<number> {
  const rivals = useQuery(userQuery).data?.rivals
  return useMemo(() => new Set(rivals), [rivals])
}
