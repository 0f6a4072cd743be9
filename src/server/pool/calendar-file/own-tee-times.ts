import { countRounds, type Field } from '#domain/field/field.ts'
import type { Entry, EntryNumber, Player } from '#domain/tournament/tournament.ts'

/** When a golfer whom somebody has picked begins a round. */
export type TeeTime = {
  readonly espnId: string
  readonly name: string
  readonly round: number
  /** ISO 8601, UTC. */
  readonly at: string
  /** The entries that have the golfer. */
  readonly entries: readonly EntryNumber[]
}

/** The golfers of an entry record who wait for a round, earliest first (docs/rules.md, 3.5). */
export function listTeeTimes(
  { selections }: Pick<Entry, 'selections'>,
  players: readonly Pick<Player, 'id' | 'espnId'>[],
  { event, currentRound, golfersScores }: Pick<Field, 'event' | 'currentRound' | 'golfersScores'>,
): TeeTime[] {
  const round = Math.min(Math.max(currentRound, 1), countRounds(event))
  const idOf = new Map(players.map(({ id, espnId }) => [espnId, id]))
  const teeTimes = golfersScores.flatMap(({ espnId, fullName: name, teeTime: at }) => {
    const entries = selections.flatMap(({ playerId, entryNumber }) =>
      playerId === idOf.get(espnId) ? [entryNumber] : [],
    )
    return at === null || entries.length === 0 ? [] : [{ espnId, name, round, at, entries }]
  })
  return teeTimes.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
