import { createImportOwners, type ImportOwners, type Owner } from './import-owners.ts'
import {
  type KnownResult,
  type KnownTournament,
  type NewUser,
  noEventId,
  type UserOfAddress,
} from './import-store.ts'
import { quote, type ResultRow, type RowFault } from './result-rows.ts'

/** What the database has that the file may be about. */
export type Known = {
  tournaments: readonly KnownTournament[]
  users: readonly UserOfAddress[]
  /** Of the tournaments that were imported before. */
  results: readonly KnownResult[]
}

export type PlannedTournament = {
  /** Null for one that is to be added. */
  id: number | null
  espnId: string
  name: string
  start: string
  /** To be added. */
  results: { owner: Owner; places: readonly (number | null)[] }[]
  /** How many people's places are there already, as the file has them. */
  alreadyThere: number
}

export type ImportPlan = {
  /** The oldest first. */
  tournaments: PlannedTournament[]
  newUsers: NewUser[]
  /** Ids of those who are to get places and are users already, in ascending order. */
  knownUsers: number[]
}

/** The rows of one tournament: one name, one start. */
type Group = { first: ResultRow; rows: ResultRow[]; event: string | null }

/**
 * What is to be done with the rows, and what stands against it. A tournament is found by its name and start, a person
 * by his e-mail address. What is there already is never overwritten.
 */
export function planImport(
  rows: readonly ResultRow[],
  known: Known,
): { plan: ImportPlan; faults: RowFault[] } {
  const groups = groupRows(rows)
  const owners = createImportOwners(rows, known.users)
  const stock = toStock(known)
  const planned = groups.map((group) => planGroup(group, stock, owners))
  const faults = [
    ...findTwoStarts(groups),
    ...findTwoEvents(groups),
    ...planned.flatMap(({ faults: own }) => own),
  ]
  const tournaments = planned
    .flatMap(({ tournament }) => tournament ?? [])
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const added = tournaments.flatMap(({ results }) => results.map(({ owner }) => owner))
  const emails = new Set(added.flatMap((owner) => ('email' in owner ? owner.email : [])))
  const ids = new Set(added.flatMap((owner) => ('id' in owner ? owner.id : [])))
  return {
    plan: {
      tournaments,
      newUsers: [...emails].map(owners.toNewUser),
      knownUsers: [...ids].toSorted((a, b) => a - b),
    },
    faults: faults.toSorted((a, b) => a.line - b.line),
  }
}

/** What there is, by how it is looked for: a file may have thousands of tournaments. */
type Stock = {
  byKey: ReadonlyMap<string, KnownTournament>
  byEdition: ReadonlyMap<string, readonly KnownTournament[]>
  byEvent: ReadonlyMap<string, readonly KnownTournament[]>
  /** By tournament. */
  results: ReadonlyMap<number, readonly KnownResult[]>
}

function toStock({ tournaments, results }: Known): Stock {
  return {
    byKey: new Map(tournaments.map((tournament) => [toTournamentKey(tournament), tournament])),
    byEdition: Map.groupBy(tournaments, toEditionKey),
    byEvent: Map.groupBy(tournaments, ({ espnId }) => espnId),
    results: Map.groupBy(results, ({ tournamentId }) => tournamentId),
  }
}

/** The tournament of one name and start, whatever the case of its name. */
export function toTournamentKey({ name, start }: { name: string; start: string }): string {
  return `${start} ${toNameKey(name)}`
}

function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** A tournament is played once a year: of the same name and year, it is the same. */
function toEditionKey({ name, start }: { name: string; start: string }): string {
  return `${start.slice(0, 4)} ${toNameKey(name)}`
}

function named({ tournament, start }: ResultRow) {
  return { name: tournament, start }
}

function groupRows(rows: readonly ResultRow[]): Group[] {
  const groups = Map.groupBy(rows, (row) => toTournamentKey(named(row)))
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    const event = own.find((row) => row.event !== null)?.event ?? null
    return first ? [{ first, rows: own, event }] : []
  })
}

function findTwoStarts(groups: readonly Group[]): RowFault[] {
  const editions = Map.groupBy(groups, ({ first }) => toEditionKey(named(first)))
  return [...editions.values()].flatMap(([group, ...others]) =>
    others.map(({ first }) => ({
      line: first.line,
      column: 'Start' as const,
      reason: `${quote(first.tournament)} starts on ${group?.first.start} in line ${group?.first.line}`,
    })),
  )
}

function findTwoEvents(groups: readonly Group[]): RowFault[] {
  const faults = (row: ResultRow, reason: string): RowFault => ({ line: row.line, column: 'Event', reason })
  const within = groups.flatMap(({ rows, event }) =>
    rows
      .filter((row) => row.event !== null && row.event !== event)
      .map((row) => faults(row, `the same tournament has the event ${event} in another line`)),
  )
  const events = Map.groupBy(
    groups.filter(({ event }) => event !== null),
    ({ event }) => event,
  )
  const between = [...events.values()].flatMap(([group, ...others]) =>
    others.map(({ first }) =>
      faults(first, `is the event of another tournament in line ${group?.first.line}`),
    ),
  )
  return [...within, ...between]
}

function planGroup(
  group: Group,
  stock: Stock,
  owners: ImportOwners,
): { tournament?: PlannedTournament; faults: RowFault[] } {
  const { first, event } = group
  const stored = stock.byKey.get(toTournamentKey(named(first)))
  const collision = findCollision(group, stored, stock)
  if (collision !== undefined)
    return { faults: [{ line: first.line, column: 'Tournament', reason: collision }] }
  const { results, alreadyThere, faults } = planResults(group, stored, stock, owners)
  const { name, start } = stored ?? named(first)
  const tournament = { id: stored?.id ?? null, espnId: stored?.espnId ?? event ?? noEventId, name, start }
  return { tournament: { ...tournament, results, alreadyThere }, faults }
}

/** Why nothing can be imported into this tournament, in words. */
function findCollision(
  { first, event }: Group,
  stored: KnownTournament | undefined,
  { byEdition, byEvent }: Stock,
): string | undefined {
  const alike = [
    ...(byEdition.get(toEditionKey(named(first))) ?? []),
    ...(event === null ? [] : (byEvent.get(event) ?? [])),
  ]
  const other = alike.find((tournament) => tournament.id !== stored?.id)
  const met = stored?.isOwn ? stored : other
  if (met?.isOwn)
    return `${quote(met.name)} of ${met.start} was entered here: it keeps the places that it has here`
  if (met) return `it was imported before, as ${quote(met.name)} of ${met.start}`
  if (!stored || event === null || stored.espnId === event) return undefined
  return `it was imported before ${stored.espnId === noEventId ? 'without an event' : `with the event ${stored.espnId}`}`
}

function planResults(
  { rows }: Group,
  stored: KnownTournament | undefined,
  stock: Stock,
  owners: ImportOwners,
) {
  const there = stored ? (stock.results.get(stored.id) ?? []) : []
  const placed = new Map(there.map(({ userId, places }) => [userId, places]))
  const lines = new Map<number | string, number>()
  const faults: RowFault[] = []
  const results: PlannedTournament['results'] = []
  let alreadyThere = 0
  for (const { line, email, places } of rows) {
    const owner = owners.find(email, placed)
    const key = 'id' in owner ? owner.id : owner.email
    const sameLine = lines.get(key)
    lines.set(key, sameLine ?? line)
    const before = 'id' in owner ? placed.get(owner.id) : undefined
    if (sameLine !== undefined)
      faults.push({
        line,
        column: 'Email',
        reason: `is the same person as in line ${sameLine}, in one tournament`,
      })
    else if (!before) results.push({ owner, places })
    else if (before.join() === places.join()) alreadyThere += 1
    else
      faults.push({ line, column: null, reason: `other places of this person are there: ${toText(before)}` })
  }
  return { results, alreadyThere, faults }
}

function toText(places: readonly (number | null)[]): string {
  return places.map((place) => place ?? '--').join(', ')
}
