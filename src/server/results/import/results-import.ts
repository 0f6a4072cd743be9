import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { InvalidCsvError, parseCsvInSteps } from '#server/platform/csv/csv-parser.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { addPlaces, listPlaces, type PlacedEntry } from '#server/results/results-store.ts'
import { lockUser } from '#server/users/user-store.ts'
import { type Owner, type PersonAnswers, toNameKey } from './import-people.ts'
import { type ExistingRecords, type ImportPlan, planImport, toTournamentKey } from './import-plan.ts'
import {
  acquireImportLock,
  addAliases,
  addImport,
  addImportedUsers,
  listAddressOwners,
  listExistingTournaments,
  listNamedUsers,
  markImported,
} from './import-store.ts'
import { type ResultRow, type ResultTable, toResultTable } from './result-rows.ts'

export type ImportContext = { database: Pick<Database, 'db' | 'kind'>; clock: Pick<Clock, 'authoritativeNow'> }

/** `importId`: the number of the import; null if nothing was added. */
export type ImportReport = Awaited<ReturnType<typeof planTable>> & { done: boolean; importId: number | null }

/** Enough for several hundred thousand lines. */
export const maxFileBytes = 10 * 1024 * 1024

/** Reports what `importResults` would do, without changing anything. */
export async function previewImport(
  { database, clock }: ImportContext,
  bytes: Uint8Array,
  answers: PersonAnswers = new Map(),
): Promise<ImportReport> {
  const table = await readTable(bytes, await clock.authoritativeNow(database.db))
  return { ...(await planTable(database.db, table, answers)), done: false, importId: null }
}

type ImportRequest = {
  fileName: string
  /** Null for the operator. */
  userId?: number | null
  answers?: PersonAnswers
}

/**
 * Imports past tournaments, users and places in one transaction, or nothing if any row is invalid, or if it is not said who
 * somebody with the name of somebody else is. Importing the same file again has no effect (docs/rules.md, 10).
 */
export async function importResults(
  { database, clock }: ImportContext,
  bytes: Uint8Array,
  { fileName, userId = null, answers = new Map() }: ImportRequest,
): Promise<ImportReport> {
  const table = await readTable(bytes, await clock.authoritativeNow(database.db))
  return inTransaction(database.db, async (trx) => {
    await acquireImportLock(trx, database.kind)
    const report = await planTable(trx, table, answers)
    const isOpen = report.questions.some(({ isAnswered }) => !isAnswered)
    if (report.errors.length > 0 || isOpen) return { ...report, done: false, importId: null }
    if (countNew(report.plan) === 0) return { ...report, done: true, importId: null }
    const now = await clock.authoritativeNow(trx)
    const summary = summarize(report.plan)
    const { tournaments, users: people, results } = summary
    const importId = await addImport(trx, { file: fileName, tournaments, people, results }, now)
    await applyPlan(trx, report.plan, importId, now)
    const details = { importId, file: fileName, ...summary }
    await addAuditEntry(trx, { userId, action: 'results imported', details }, now)
    return { ...report, done: true, importId }
  })
}

/** Counts the additions of a plan. */
export function summarize({ tournaments, newUsers, knownUsers }: ImportPlan) {
  return {
    tournaments: tournaments.filter(({ id }) => id === null).length,
    users: newUsers.length,
    knownUsers: knownUsers.length,
    results: tournaments.reduce((sum, { results }) => sum + results.length, 0),
    alreadyThere: tournaments.reduce((sum, { alreadyThere }) => sum + alreadyThere, 0),
  }
}

function countNew(plan: ImportPlan): number {
  const { tournaments, results } = summarize(plan)
  return tournaments + results + plan.aliases.length
}

async function readTable(bytes: Uint8Array, now: Date): Promise<ResultTable> {
  try {
    return await toResultTable(parseCsvInSteps(bytes), now)
  } catch (error) {
    if (!(error instanceof InvalidCsvError)) throw error
    const rowError = { line: error.line, column: null, reason: error.message }
    return { rows: [], errors: [rowError], ignored: [] }
  }
}

/** `rows`: the number of valid ones. If there are errors, nothing is imported. `ignored`: headings whose columns do not count. */
async function planTable(db: Db, { rows, errors, ignored }: ResultTable, answers: PersonAnswers) {
  const planned = planImport(rows, await listExistingRecords(db, rows), answers)
  const all = [...errors, ...planned.errors].toSorted((a, b) => a.line - b.line)
  return { rows: rows.length, plan: planned.plan, questions: planned.questions, errors: all, ignored }
}

async function listExistingRecords(db: Db, rows: readonly ResultRow[]): Promise<ExistingRecords> {
  const tournaments = await listExistingTournaments(db)
  const keys = new Set(rows.map(({ tournament, start }) => toTournamentKey({ name: tournament, start })))
  const imported = tournaments.filter((tournament) => !tournament.isPlayedHere && keys.has(toTournamentKey(tournament)))
  const results: [number, PlacedEntry[]][] = []
  for (const { id } of imported) results.push([id, await listPlaces(db, id)])
  const emails = [...new Set(rows.map(({ email }) => email))]
  const names = new Set(rows.map(({ name }) => toNameKey(name)))
  const people = await listNamedUsers(db, names, toNameKey)
  return { tournaments, users: await listAddressOwners(db, emails), people, results: new Map(results) }
}

async function applyPlan(trx: Db, plan: ImportPlan, importId: number, now: Date): Promise<void> {
  // A user who is merged meanwhile could not hand over places that are added afterwards.
  for (const id of plan.knownUsers) {
    if (!(await lockUser(trx, id))) throw new Error(`User ${id} was merged during the import. Run the import again.`)
  }
  const newIds = await addImportedUsers(trx, plan.newUsers, importId, now)
  const toUserId = (owner: Owner) => ('id' in owner ? owner.id : requireId(newIds, owner.email))
  const aliases = plan.aliases.map(({ owner, ...person }) => ({ ...person, userId: toUserId(owner) }))
  await addAliases(trx, aliases, importId, now)
  for (const { id, espnId, name, start, results } of plan.tournaments) {
    const content = { espnId, name, start, active: false, tiebreakers: ['', ''] as const, players: [] }
    const tournamentId = id ?? (await addTournament(trx, content, now))
    const added = results.map(({ owner, places }) => ({ userId: toUserId(owner), places }))
    if (id === null) await markImported(trx, tournamentId, importId)
    await addPlaces(trx, tournamentId, added, importId)
  }
}

function requireId(ids: ReadonlyMap<string, number>, email: string): number {
  const id = ids.get(email)
  if (id === undefined) throw new Error('A user of the import was not added.')
  return id
}
