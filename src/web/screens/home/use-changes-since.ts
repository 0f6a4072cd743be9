import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { type ScoredRound, toRoundStart } from '#domain/field/earlier-field.ts'
import { createPlaceChanges, type PlaceChange } from '#domain/history/place-change.ts'
import { placesGained, toScoresText } from '#domain/standings/entry-figures.ts'
import { placeOfRow, type Standing, type Standings, scorePool } from '#domain/standings/standings.ts'
import { useApi } from '#web/api/use-api.ts'
import { readLastBoard } from '#web/own-entries/use-last-visit.ts'
import { useEarlierStandings } from '#web/own-entries/use-own-entries.ts'
import { replayQuery } from '#web/replay/use-past-board.ts'
import { useTimer } from '#web/time/use-timer.ts'

/** The history is asked for once the rest of the page has been drawn. */
const historyAfterMs = 1500

/** An entry whose place has changed. `change.parts` is empty until its reasons are known. */
type Changed = { standing: Standing; change: PlaceChange }

/**
 * What has changed since the viewer last saw the board in this browser or, if they have not, since the round began. The
 * reasons since a visit need the recorded scores, which are loaded only if a place has changed.
 */
export function useChangesSince(standings: Standings, round: ScoredRound | null, own: readonly Standing[]) {
  const { pool, golfers } = standings
  const { id } = pool.tournament
  const [visit] = useState(() => readLastBoard(id))
  const roundStart = useMemo(
    () => (round === null || visit !== null ? null : toRoundStart({ ...round, golfersScores: golfers }).golfersScores),
    [round, visit, golfers],
  )
  const scores = visit?.scores ?? (roundStart && toScoresText(roundStart))
  const before = useEarlierStandings(standings, scores)
  const hasChanged = own.some(({ row }) => placesGained(before, standings, row) !== 0)
  const isDrawn = useTimer(historyAfterMs)
  const enabled = visit !== null && hasChanged && isDrawn
  const { data: replay } = useQuery({ ...replayQuery(useApi(), id), enabled })
  const earlier = roundStart ?? (visit && replay?.boardAt(visit.version)?.golfersScores)
  const explained = useDeferredValue(isDrawn && hasChanged ? earlier : null)
  const explain = useMemo(
    () => (explained ? createPlaceChanges(scorePool(pool, { golfersScores: explained }), standings) : null),
    [explained, pool, standings],
  )
  const changes: Changed[] = []
  for (const standing of own) {
    const { row } = standing
    const gained = placesGained(before, standings, row) ?? 0
    const placeBefore = before && placeOfRow(before, row)
    if (before === null || placeBefore === standing.place) continue
    const change = explain?.(row) ?? { before: placeBefore, now: standing.place, gained, parts: [] }
    changes.push({ standing, change })
  }
  return { since: visit === null ? ('round' as const) : ('visit' as const), before, changes }
}
