import { type Field, type Golfer, toParText } from '#domain/field/field.ts'
import { compareNames } from '#domain/names/names.ts'
import { toPlaceholderGolfer } from '#domain/standings/scoring.ts'
import {
  type Entry,
  type EntryNumber,
  entryNumbers,
  type Player,
  type TournamentWithEntries,
} from '#domain/tournament/tournament.ts'

/**
 * A straightforward implementation of the standings: one object for each row, the rules word for word, and `Array.sort`.
 * It is the tests' oracle for `scorePool`, and relies on the sort being stable.
 */
export type NaiveRow = {
  readonly entry: Entry
  readonly entryNumber: EntryNumber
  readonly players: readonly Player[]
}

export type NaiveStanding = {
  readonly entryId: number
  readonly displayName: string
  readonly position: string
  readonly relativeScore: number | null
  readonly toPar: string
  readonly total: number | null
  readonly droppedPlayerId: number | undefined
}

/** The rows of all entries by name, entry number and id. */
export function listNaiveRows({ entries, players }: TournamentWithEntries): NaiveRow[] {
  const playerById = new Map(players.map((player) => [player.id, player]))
  const rows = entries
    .filter((entry) => entry.selections.length > 0)
    .flatMap((entry) =>
      entryNumbers.map((entryNumber, index) => ({
        entry,
        entryNumber,
        players: entry.selections
          .slice(index * 4, index * 4 + 4)
          .flatMap(({ playerId }) => playerById.get(playerId) ?? []),
      })),
    )
  return rows.sort(
    (a, b) => compareNames(a.entry.name, b.entry.name) || a.entryNumber - b.entryNumber || a.entry.id - b.entry.id,
  )
}

export function rankNaively(
  rows: readonly NaiveRow[],
  { golfersScores }: Pick<Field, 'golfersScores'>,
): NaiveStanding[] {
  const golferById = new Map(golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const scored = rows.map((row) => scoreRow(row, golferById))
  const placed = scored.filter((row) => row.relativeScore < disqualified)
  placed.sort((a, b) => a.relativeScore - b.relativeScore || a.total - b.total)
  const others = scored.filter((row) => row.relativeScore === disqualified)
  return [...withPositions(placed), ...others.map((row) => toStanding(row, '--'))]
}

const disqualified = Number.POSITIVE_INFINITY

type ScoredRow = NaiveRow & { relativeScore: number; total: number; droppedPlayerId: number | undefined }

function scoreRow(row: NaiveRow, golferById: ReadonlyMap<string, Golfer>): ScoredRow {
  const picks = row.players.map((player) => ({
    player,
    golfer: golferById.get(player.espnId) ?? toPlaceholderGolfer(player),
  }))
  picks.sort((a, b) => {
    if (a.golfer.isDNF !== b.golfer.isDNF) return a.golfer.isDNF ? 1 : -1
    if (a.golfer.relativeScore !== b.golfer.relativeScore) return a.golfer.relativeScore - b.golfer.relativeScore
    if (a.golfer.total !== b.golfer.total) return a.golfer.total - b.golfer.total
    if (a.player.tier !== b.player.tier) return a.player.tier - b.player.tier
    return a.player.id - b.player.id
  })
  const counted = picks.slice(0, 3)
  const isDisqualified = picks.filter(({ golfer }) => golfer.isDNF).length > 1
  return {
    ...row,
    relativeScore: isDisqualified ? disqualified : sum(counted.map(({ golfer }) => golfer.relativeScore)),
    total: sum(counted.map(({ golfer }) => golfer.total)),
    droppedPlayerId: picks[3]?.player.id,
  }
}

function withPositions(placed: readonly ScoredRow[]): NaiveStanding[] {
  const rowsWithScore = new Map<number, number>()
  for (const { relativeScore } of placed) {
    rowsWithScore.set(relativeScore, (rowsWithScore.get(relativeScore) ?? 0) + 1)
  }
  let place = 1
  return placed.map((row, index) => {
    if (row.relativeScore !== placed[index - 1]?.relativeScore) place = index + 1
    const isShared = (rowsWithScore.get(row.relativeScore) ?? 0) > 1
    return toStanding(row, isShared ? `T${place}` : String(place))
  })
}

function toStanding(row: ScoredRow, position: string): NaiveStanding {
  const isPlaced = row.relativeScore < disqualified
  return {
    entryId: row.entry.id,
    displayName: `${row.entry.name} ${row.entryNumber}`,
    position,
    relativeScore: isPlaced ? row.relativeScore : null,
    toPar: isPlaced ? toParText(row.relativeScore) : '--',
    total: isPlaced ? row.total : null,
    droppedPlayerId: row.droppedPlayerId,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
