import { createHash } from 'node:crypto'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { describeLockedChange, type LockedChange } from '#domain/tournament/locked-change.ts'
import { type Entry, entryNumbers, type PoolSeal, tiers } from '#domain/tournament/tournament.ts'
import { type CsvCell, formatCsvRows, generateCsv } from '#server/platform/csv/csv-formatter.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { listEntries } from '#server/pool/entries/entry-store.ts'
import { findSeal, listSealedEntries } from '#server/pool/seal/seal-store.ts'
import { listLockedChanges } from '#server/pool/tournaments/locked-change-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import { listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { emptyCell, standingColumns, toAnswer } from './standings-csv.ts'

type Options = { db: Db; clock: Pick<Clock, 'authoritativeNow'> }

/**
 * All picks as of the lock, as a table (docs/rules.md, 9.9): the records that counted then, whatever has become of them, by id.
 * Later, only names differ. Throws a problem if there is no such tournament, or it has not started.
 */
export async function openPicksSheet({ db, clock }: Options, tournamentId: number) {
  if (!(await arePicksVisible(db, clock, await requireTournament(db, tournamentId)))) throw new Problem('not-started')
  // Read again, because the start may just have been stored.
  const tournament = await requireTournament(db, tournamentId)
  const golfers = new Map((await listPlayers(db, tournamentId)).map(({ id, name }) => [id, name]))
  const leaves = new Map((await listSealedEntries(db, tournamentId)).map(({ id, leaf }) => [id, toSealWords(leaf)]))
  const entries = await listEntries(db, tournamentId, { since: tournament.startedAt ?? tournament.start })
  const lines = entries.flatMap((entry) => entryNumbers.map((number) => ({ entry, number })))
  const toRow = ({ entry, number }: (typeof lines)[number]) => [
    emptyCell,
    `${entry.name} ${number}`,
    ...listGolfers(entry, number, golfers),
    emptyCell,
    emptyCell,
    ...entry.tiebreakers.map(toAnswer),
    leaves.get(entry.id) ?? '',
  ]
  const seal = await findSeal(db, tournamentId)
  const changes = (await listLockedChanges(db, tournamentId)).filter(({ entry }) => entry !== null)
  return { tournament, chunks: addSeal(generateCsv([...standingColumns, 'Seal'], lines, toRow), { seal, changes }) }
}

function listGolfers(entry: Entry, number: number, golfers: ReadonlyMap<number, string>): string[] {
  const selections = entry.selections.slice((number - 1) * tiers.length, number * tiers.length)
  return selections.map(({ playerId }) => golfers.get(playerId) ?? '')
}

type Ending = { seal: PoolSeal | null; changes: readonly LockedChange[] }

/** Adds the seal, the SHA-256 of all lines before it, and the changes made after the lock. */
async function* addSeal(chunks: AsyncIterable<string>, { seal, changes }: Ending): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  const line = formatCsvRows([['Seal of the pool', seal?.words ?? 'none', seal?.root ?? '']])
  yield line + formatCsvRows([['SHA-256 of the lines above', hash.update(line).digest('hex')]])
  if (changes.length > 0) yield formatCsvRows(changes.map(toChangeRow))
}

function toChangeRow(change: LockedChange): CsvCell[] {
  const { at, by, reason } = change
  return ['Changed after the lock', at, describeLockedChange(change), by ?? '', reason ?? '']
}
