import { listEntrantNames, picksPerRow } from '#domain/entries/pool.ts'
import { toConsensusText } from '#domain/entries/pool-picks.ts'
import { isLastRound } from '#domain/notifications/pool-events.ts'
import { listFirstPlaces, toPodium, toPodiumHeadline, toResultHeadline } from '#domain/standings/podium.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { PoolEvent } from '#server/messages/pool-events/pool-event.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countEntries } from '#server/pool/entries/entry-store.ts'
import { findSeal } from '#server/pool/seal/seal-store.ts'

/** An entry on the board. */
export type PostLine = { readonly position: string; readonly name: string; readonly toPar: string }

export type PostFacts = NonNullable<Awaited<ReturnType<typeof toPostFacts>>>

/**
 * The content of a post about an event; undefined if chats get no post about it. Before the start, nothing in it says who has
 * picked whom.
 */
export async function toPostFacts(db: Db, event: PoolEvent) {
  const { tournament: record, pool, standings } = event
  const about = { tournament: record.name, tournamentId: record.id }
  const podium = standings && toPodium(standings)
  switch (event.kind) {
    case 'entries-open':
      return { ...about, kind: event.kind, start: record.start }
    case 'closing-24h':
    case 'closing-2h':
      return { ...about, kind: event.kind, start: record.start, entrants: await countEntries(db, record.id) }
    case 'locked':
      if (!pool) return undefined
      return {
        ...about,
        kind: event.kind,
        people: listEntrantNames(pool),
        consensus: toConsensusText(pool),
        seal: (await findSeal(db, record.id))?.words ?? null,
      }
    case 'round-end':
      if (!standings) return undefined
      return {
        ...about,
        kind: event.kind,
        round: event.round,
        isLast: event.field !== null && isLastRound(event.field, event.round),
        recap: event.recap?.lines ?? [],
        ...listBest(standings),
      }
    case 'cut':
      return standings ? { ...about, kind: event.kind, ...countCut(event, standings) } : undefined
    case 'lead-change': {
      const isNew = event.after.some((userId) => !event.before.includes(userId))
      if (!standings || !podium || !isNew) return undefined
      return { ...about, kind: event.kind, headline: toPodiumHeadline(podium, false), ...listBest(standings) }
    }
    case 'scores':
      return { ...about, kind: event.kind, missing: event.missing }
    case 'correction': {
      const { espnId, status, rounds, toParDifference, reason, endedBy } = event.correction
      const golfer = event.field?.golfersScores.find((row) => row.espnId === espnId)
      if (!golfer) return undefined
      const correction = { status, rounds, toParDifference, reason }
      const isSettled = event.isEnd && endedBy === null
      return { ...about, kind: event.kind, golfer: golfer.fullName, correction, isEnd: event.isEnd, isSettled }
    }
    case 'entry-change':
      return { ...about, kind: event.kind, change: event.change }
    case 'results':
      if (!standings || !podium) return undefined
      return { ...about, kind: event.kind, headline: toResultHeadline(podium, record.decision), ...listBest(standings) }
  }
}

function listBest(standings: Standings): { best: PostLine[]; more: number } {
  const { best, more } = listFirstPlaces(standings, { places: 5, lines: 8 })
  return { best: best.map(({ position, displayName: name, toPar }) => ({ position, name, toPar })), more }
}

function countCut({ field }: PoolEvent, standings: Standings) {
  let intact = 0
  const isOut = standings.golfers.map(({ isDNF }) => isDNF)
  const { picks } = standings.pool
  for (let row = 0; row < standings.size; row += 1) {
    if (!picks.subarray(row * picksPerRow, (row + 1) * picksPerRow).some((player) => isOut[player])) intact += 1
  }
  const missed = field?.golfersScores.filter(({ position }) => position === 'CUT').length ?? 0
  return { missed, entries: standings.size, intact, out: standings.size - standings.placed }
}
