import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import { createRecap, listRoundEnds } from '#domain/history/recap.ts'
import { useApi } from '#web/api/use-api.ts'
import { BoardToggle } from '#web/board/board-toggle.tsx'
import { replayQuery } from '#web/replay/use-past-board.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'

type Props = {
  pool: Pool
  userId: number
  /** The version on the board; later ones are left out. */
  version: number
}

/** A summary of each round for the pool and for the viewer's entries (docs/rules.md, 7.12). */
export function RoundRecap({ pool, userId, version }: Props) {
  const { data: replay, error, isFetching, refetch } = useQuery(replayQuery(useApi(), pool.tournament.id, version))
  const [chosen, setChosen] = useState<number>()
  const ends = useMemo(() => replay && listRoundEnds(replay, version), [replay, version])
  const rounds = [...(ends?.keys() ?? [])]
  const round = chosen ?? rounds.at(-1) ?? 0
  const recap = useMemo(() => ends && createRecap(pool, ends, round), [pool, ends, round])
  if (error && !ends) return <ErrorPanel error={error} onRetry={refetch} />
  if (!ends || (!recap && isFetching)) return <LoadingPanel />
  if (!recap) return <p>There is no recap yet: no round is over, or its end was not recorded.</p>
  const own = recap.ownLines(pool.entries.findIndex((entry) => entry.userId === userId))
  const parts = [['Your entries', own] as const, ['The pool', recap.lines] as const]
  return (
    <div className="stack">
      <div className="cluster">
        {rounds.map((each) => (
          <BoardToggle key={each} isOn={each === round} onChange={() => setChosen(each)}>
            {`R${each}`}
          </BoardToggle>
        ))}
      </div>
      {parts.map(
        ([heading, lines]) =>
          lines.length > 0 && (
            <section key={heading} className="stack-tight">
              <h3>{heading}</h3>
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </section>
          ),
      )}
    </div>
  )
}
