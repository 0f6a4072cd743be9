import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Pool } from '#domain/entries/pool.ts'
import type { Board } from '#domain/history/board-history.ts'
import { createLeadClock, type LeadTimes } from '#domain/history/lead-clock.ts'
import { createRecap, listRoundEnds } from '#domain/history/recap.ts'
import type { Replay } from '#domain/history/replay.ts'
import { useApi } from '#web/api/use-api.ts'
import { BoardToggle } from '#web/board/board-toggle.tsx'
import { replayQuery } from '#web/replay/use-past-board.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { yieldToBrowser } from '#web/time/yield-to-browser.ts'
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
  const led = useLead(pool, replay, ends)
  const rounds = [...(ends?.keys() ?? [])]
  const round = chosen ?? rounds.at(-1) ?? 0
  const recap = useMemo(() => ends && led && createRecap(pool, ends, round, led), [pool, ends, round, led])
  if (error && !ends) return <ErrorPanel error={error} onRetry={refetch} />
  if (!ends || !led || (!recap && isFetching)) return <LoadingPanel />
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

/** Who has led for how long; null until every version has been ranked once. */
function useLead(pool: Pool, replay?: Replay, ends?: ReadonlyMap<number, Board>): LeadTimes | null {
  const [times, setTimes] = useState<LeadTimes | null>(null)
  useEffect(() => {
    let isWanted = true
    async function measure(replay: Replay, ends: ReadonlyMap<number, Board>) {
      const lead = createLeadClock(pool, replay, ends)
      for (const _ of lead.measure()) {
        await yieldToBrowser()
        if (!isWanted) return
      }
      setTimes(lead.times)
    }
    if (replay && ends) void measure(replay, ends)
    return () => {
      isWanted = false
    }
  }, [pool, replay, ends])
  return times
}
