import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { createPool } from '#domain/entries/pool.ts'
import type { ReliabilityBin } from '#domain/forecast/calibration.ts'
import { toPastEvent } from '#domain/forecast/past-event.ts'
import { trackedTournaments, trackRecords } from '#domain/forecast/track-record.ts'
import { formatNumber } from '#domain/text/format.ts'
import { tournamentListQuery, tournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { type EntryPrediction, entryPredictions, mergeReliability } from '#web/chances/reliability.ts'
import { lookBack, usePastChances } from '#web/chances/use-chances.ts'
import { yieldToBrowser } from '#web/time/yield-to-browser.ts'
import { SelectField } from '#web/ui/field.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'

type Props = {
  /** The tournament on the screen if it is over; it comes first. */
  endedId: number | null
}

const names: Readonly<Record<EntryPrediction, string>> = {
  win: 'To win',
  topThree: 'Top 3',
  disqualified: 'Out',
}

/** The chances of past tournaments beside what has happened: those of the backtest, and those of this pool. */
export function TrackRecord({ endedId }: Props) {
  const own = useOwnRecord(endedId)
  const past = usePastChances()
  const [kind, setKind] = useState<EntryPrediction>('topThree')
  const backtest = trackRecords.find((record) => record.kind === kind)
  const ended = endedId === null ? undefined : past.get(endedId)
  const merged = past.size === 0 ? null : mergeReliability([...past.values()])
  return (
    <div className="stack">
      <p>
        Chances given after each round, beside what happened later. With good numbers, about one in ten of the things
        that were given 10% has happened.
      </p>
      <SelectField
        label="Chance"
        options={entryPredictions.map((each) => [each, names[each]])}
        value={kind}
        onChange={(value) => setKind(toKind(value))}
      />
      {ended !== undefined && (
        <section className="stack-tight">
          <h3>This tournament</h3>
          <BinTable name={names[kind]} bins={ended[kind]} />
        </section>
      )}
      <section className="stack-tight">
        <h3>{trackedTournaments} earlier tournaments</h3>
        {backtest === undefined ? null : <BinTable name={names[kind]} bins={backtest.bins} />}
      </section>
      <section className="stack-tight">
        <h3>This pool</h3>
        <p role="status">{toOwnText(own, past.size)}</p>
        {merged !== null && <BinTable name={names[kind]} bins={merged[kind]} />}
      </section>
      <p className="small-print">
        Entries with the same golfers rise and fall together, so a few tournaments say little about how often something
        should happen.
      </p>
    </div>
  )
}

function toKind(value: string): EntryPrediction {
  return entryPredictions.find((each) => each === value) ?? 'topThree'
}

function BinTable({ name, bins }: { name: string; bins: readonly ReliabilityBin[] }) {
  return (
    <SmallTable
      label={`${name}: chances given, and how often it has happened`}
      columns={['Chance', 'Given', 'Happened', 'Cases']}
      heading="Chance"
      numbers={3}
      rows={bins
        .filter(({ count }) => count > 0)
        .map(({ from, count, predicted, observed }) => ({
          key: from,
          cells: [
            `${Math.round(from * 100)}–${Math.round(from * 100) + 10}%`,
            `${Math.round(predicted * 100)}%`,
            `${Math.round(observed * 100)}%`,
            formatNumber(count),
          ],
        }))}
    />
  )
}

type OwnRecord = { status: 'loading' | 'failed' | 'ready'; count: number }

/** The newest tournaments that are over are enough. */
const mostTournaments = 6

/** Sends this pool’s tournaments that are over to the worker, one after the other. Nothing is stored. */
function useOwnRecord(endedId: number | null): OwnRecord {
  const client = useApi()
  const { data, error } = useQuery({
    queryKey: ['chances', 'record', endedId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ client: cache, signal }) => {
      const all = await cache.fetchQuery(tournamentListQuery)
      let count = 0
      const ended = all.filter(({ id, active }) => !active && id !== endedId).map(({ id }) => id)
      for (const id of endedId === null ? ended : [endedId, ...ended]) {
        if (count === mostTournaments) break
        const { players = [], entries = [], ...head } = await cache.fetchQuery(tournamentQuery(id))
        // An imported one.
        if (players.length === 0) continue
        const field = await client.get<Leaderboard>(api.leaderboard(id), { signal }).catch(() => null)
        const event = field === null ? null : toPastEvent(players, field)
        if (event === null) continue
        await yieldToBrowser()
        lookBack(id, event, createPool({ ...head, players, entries }).picks)
        count += 1
      }
      return count
    },
  })
  if (data !== undefined) return { status: 'ready', count: data }
  return { status: error === null ? 'loading' : 'failed', count: 0 }
}

function toOwnText({ status, count }: OwnRecord, done: number): string {
  if (status === 'failed') return 'This pool’s tournaments can’t be read now.'
  if (status === 'ready' && count === 0) return 'No tournament of this pool has ended yet.'
  if (status === 'loading' || done < count) return 'Simulating this pool’s tournaments again…'
  return count === 1 ? 'One tournament of this pool.' : `${count} tournaments of this pool.`
}
