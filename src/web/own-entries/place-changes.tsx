import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ScoredRound, toRoundStart } from '#domain/field/earlier-field.ts'
import { createPlaceChanges } from '#domain/history/place-change.ts'
import { listPlaceReasons, toPlaceSummary } from '#domain/history/place-change-text.ts'
import { type Standings, scorePool, standingOfRow } from '#domain/standings/standings.ts'
import { useApi } from '#web/api/use-api.ts'
import { BoardChoices, BoardToggle } from '#web/board/board-toggle.tsx'
import { replayQuery } from '#web/replay/use-past-board.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { useParameter } from '#web/url/parameters.ts'
import { readLastVersion } from './use-last-visit.ts'

const spans = { visit: 'Last visit', round: 'This round', hour: 'Last hour' } as const
const hourMs = 60 * 60_000

type Props = {
  standings: Standings
  /** The round of the scores; null without scores. */
  round: ScoredRound | null
  rows: readonly number[]
}

/** Why the places of these rows have changed, by golfer (docs/rules.md, 7.11). */
export function PlaceChanges({ standings, round, rows }: Props) {
  const { pool, golfers } = standings
  const past = useParameter('at')
  const [lastVersion] = useState(() => (past === null ? readLastVersion(pool.tournament.id) : 0))
  const [span, setSpan] = useState<keyof typeof spans>(lastVersion > 0 ? 'visit' : 'round')
  const query = replayQuery(useApi(), pool.tournament.id)
  const { data: replay, error, isLoading, refetch } = useQuery({ ...query, enabled: span !== 'round' })
  const changeOf = useMemo(() => {
    const { time = Date.now() } = replay?.moments.find(({ version }) => version === Number(past)) ?? {}
    const hourBefore = replay?.moments.findLast((moment) => moment.time <= time - hourMs)?.version ?? 0
    const board = replay?.boardAt(span === 'visit' ? lastVersion : hourBefore)
    const roundStart = round && toRoundStart({ ...round, golfersScores: golfers })
    const golfersScores = (span === 'round' ? roundStart : board)?.golfersScores ?? []
    const hasScores = golfersScores.some(({ isDNF, relativeScore }) => !isDNF && relativeScore !== 0)
    return hasScores ? createPlaceChanges(scorePool(pool, { golfersScores }), standings) : null
  }, [replay, span, lastVersion, past, pool, golfers, standings, round])
  const isFailed = error !== null && replay === undefined && span !== 'round'
  return (
    <div className="stack">
      <BoardChoices label="Time">
        {(['visit', 'round', 'hour'] as const).map((each) => (
          <BoardToggle key={each} isOn={each === span} onChange={() => setSpan(each)}>
            {spans[each]}
          </BoardToggle>
        ))}
      </BoardChoices>
      {isFailed && <ErrorPanel error={error} onRetry={refetch} />}
      <p role="status">{!isFailed && changeOf === null && toMissingText(isLoading)}</p>
      {changeOf !== null &&
        rows.map((row) => {
          const change = changeOf(row)
          return (
            <section key={row} className="stack-tight">
              {rows.length > 1 && <h3>{standingOfRow(standings, row).displayName}</h3>}
              <p className="strong">{toPlaceSummary(change)}</p>
              <ul className="stack-tight">
                {listPlaceReasons(change).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </section>
          )
        })}
    </div>
  )
}

function toMissingText(isLoading: boolean): string {
  return isLoading ? 'Loading…' : 'Nobody had a place at that time, or none is recorded.'
}
