import { createPool } from '#domain/entries/pool.ts'
import { noValue } from '#domain/field/field.ts'
import { compareNames } from '#domain/names/names.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import {
  type Standing,
  type StandingGolfer,
  type Standings,
  scorePool,
  standingAt,
} from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { type CsvCell, generateCsv } from '#server/platform/csv/csv-formatter.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { listEntries } from '#server/pool/entries/entry-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import { listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import type { StoredLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { listPlaces, type PlacedEntry } from './results-store.ts'

type Options = {
  db: Db
  clock: Pick<Clock, 'authoritativeNow'>
  findBoard: (tournamentId: number) => Promise<Pick<StoredLeaderboard, 'message'> | undefined>
}

export const emptyCell = { verbatim: noValue }

/**
 * The standings of a tournament as a table, in the order of the pool screen (docs/rules.md, 4.8); for an imported one,
 * names and places only. Throws a problem if there is no such tournament, or it has not started.
 */
export async function openStandingsFile({ db, clock, findBoard }: Options, tournamentId: number) {
  const tournament = await requireTournament(db, tournamentId)
  if (!(await arePicksVisible(db, clock, tournament))) throw new Problem('not-started')
  const players = await listPlayers(db, tournamentId)
  if (!tournament.active && players.length === 0) {
    const rows = sortPlaces(await listPlaces(db, tournamentId)).map(toPlaceRow)
    return { tournament, chunks: generateCsv(['Pos', 'Name'], rows, (row) => row) }
  }
  const board = await findBoard(tournamentId)
  const entries = await listEntries(db, tournamentId)
  const pool = createPool({ ...tournament, players, entries })
  const standings = scorePool(pool, { golfersScores: board?.message.golfersScores ?? [] })
  const lines = [...Array(standings.size).keys()]
  const toRow = (line: number) => toStandingRow(standings, line, board !== undefined)
  return { tournament, chunks: generateCsv(standingColumns, lines, toRow) }
}

export const standingColumns = [
  'Pos',
  'Name',
  ...tierNames.map((tier) => `Golfer ${tier}`),
  'To Par',
  'Total',
  'Tie 1',
  'Tie 2',
]

function toStandingRow(standings: Standings, line: number, hasScores: boolean): CsvCell[] {
  const standing = standingAt(standings, line)
  const isPlaced = hasScores && !standing.isDisqualified
  const [firstTie = '', secondTie = ''] = standing.tiebreakers
  return [
    isPlaced ? standing.position : emptyCell,
    standing.displayName,
    ...standing.golfers.map((golfer) => toGolferText(golfer, standing, hasScores)),
    isPlaced ? standing.relativeScore : emptyCell,
    isPlaced ? standing.total : emptyCell,
    toAnswer(firstTie),
    toAnswer(secondTie),
  ]
}

/** The name and "-4", or "+6 (CUT, dropped)". */
function toGolferText({ golfer, isDropped }: StandingGolfer, { golfers }: Standing, hasScores: boolean): string {
  if (!hasScores) return golfer.fullName
  const marks = [
    ...(golfer.isDNF ? [golfer.position === noValue ? 'no data' : golfer.position] : []),
    ...(isDropped && hasAnyScore(golfers) ? ['dropped'] : []),
    ...(golfer.correction === null ? [] : ['corrected']),
  ]
  return `${golfer.fullName} ${golfer.toPar}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`
}

/** Most answers are numbers, which sort as numbers. Other texts are escaped, so that no spreadsheet evaluates them. */
export function toAnswer(text: string): CsvCell {
  return /^-?(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text
}

/** Sorts by place, disqualified entries last; ties stay in the order of the pool. */
function sortPlaces(places: readonly PlacedEntry[]): PlacedEntry[] {
  const rank = ({ place }: PlacedEntry) => place ?? Number.POSITIVE_INFINITY
  return places.toSorted(
    (a, b) =>
      (a.place === b.place ? 0 : rank(a) - rank(b)) ||
      compareNames(a.name, b.name) ||
      a.entryNumber - b.entryNumber ||
      a.userId - b.userId,
  )
}

function toPlaceRow(entry: PlacedEntry, line: number, places: readonly PlacedEntry[]): CsvCell[] {
  const isShared = [places[line - 1], places[line + 1]].some((other) => other?.place === entry.place)
  const position = entry.place === null ? emptyCell : `${isShared ? 'T' : ''}${entry.place}`
  return [position, `${entry.name} ${entry.entryNumber}`]
}
