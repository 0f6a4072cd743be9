import type { PlacedEntry } from '#server/results/results-store.ts'
import { createImportPeople, type ImportPeople, type Owner, type PersonAnswers } from './import-people.ts'
import { type AddressOwner, type ExistingTournament, type NamedUser, noEventId } from './import-store.ts'
import { quoteForMessage, type ResultRow, type RowError } from './result-rows.ts'

/** The rows of the database that the file may refer to. */
export type ExistingRecords = {
  tournaments: readonly ExistingTournament[]
  users: readonly AddressOwner[]
  /** Users with a name of the file. */
  people: readonly NamedUser[]
  /** The places of tournaments that were imported earlier, by tournament. */
  results: ReadonlyMap<number, readonly PlacedEntry[]>
}

export type ImportPlan = ReturnType<typeof planImport>['plan']

/** The rows of one tournament (same name and start). */
type Group = { first: ResultRow; rows: ResultRow[]; event: string | null }

/**
 * Plans the import and collects its errors. Name and start identify a tournament, the email address a person. Existing
 * data is never overwritten (docs/rules.md, 10).
 */
export function planImport(rows: readonly ResultRow[], known: ExistingRecords, answers: PersonAnswers) {
  const groups = groupRows(rows)
  const existing = indexExisting(known)
  const toKey = (row: ResultRow) => toTournamentKey(toNameAndStart(row))
  const listPlaced = (row: ResultRow) => existing.results.get(existing.byKey.get(toKey(row))?.id ?? 0) ?? []
  const owners = createImportPeople(rows, { ...known, toKey, listPlaced }, answers)
  const planned = groups.map((group) => planGroup(group, existing, owners))
  const errors = [
    ...findConflictingStarts(groups),
    ...findConflictingEvents(groups),
    ...planned.flatMap(({ errors: own }) => own),
  ]
  const tournaments = planned
    .flatMap(({ tournament }) => tournament ?? [])
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const added = tournaments.flatMap(({ results }) => results.map(({ owner }) => owner))
  const emails = new Set(added.flatMap((owner) => ('email' in owner ? owner.email : [])))
  const aliases = owners.listAliases()
  const ids = new Set(
    [...added, ...aliases.map(({ owner }) => owner)].flatMap((owner) => ('id' in owner ? owner.id : [])),
  )
  return {
    plan: {
      /** Oldest first. */
      tournaments,
      newUsers: [...emails].map(owners.toNewUser),
      /** Ids of existing users who will receive places, ascending. */
      knownUsers: [...ids].toSorted((a, b) => a - b),
      /** Addresses of the file that stand for somebody else, who is in the pool or added, too. */
      aliases,
    },
    questions: owners.questions,
    errors: errors.toSorted((a, b) => a.line - b.line),
  }
}

type ExistingData = ReturnType<typeof indexExisting>

/** Because a file may have thousands of tournaments. */
function indexExisting({ tournaments, results }: ExistingRecords) {
  return {
    byKey: new Map(tournaments.map((tournament) => [toTournamentKey(tournament), tournament])),
    byEdition: Map.groupBy(tournaments, toEditionKey),
    byEvent: Map.groupBy(tournaments, ({ espnId }) => espnId),
    results,
  }
}

/** Key of a tournament: its name, ignoring case, and its start. */
export function toTournamentKey({ name, start }: { name: string; start: string }): string {
  return `${start} ${toNameKey(name)}`
}

function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** A tournament is played once a year, so name and year must identify it. */
function toEditionKey({ name, start }: { name: string; start: string }): string {
  return `${start.slice(0, 4)} ${toNameKey(name)}`
}

function toNameAndStart({ tournament, start }: ResultRow) {
  return { name: tournament, start }
}

function groupRows(rows: readonly ResultRow[]): Group[] {
  const groups = Map.groupBy(rows, (row) => toTournamentKey(toNameAndStart(row)))
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    const event = own.find((row) => row.event !== null)?.event ?? null
    return first ? [{ first, rows: own, event }] : []
  })
}

function findConflictingStarts(groups: readonly Group[]): RowError[] {
  const editions = Map.groupBy(groups, ({ first }) => toEditionKey(toNameAndStart(first)))
  return [...editions.values()].flatMap(([group, ...others]) =>
    others.map(({ first }) => ({
      line: first.line,
      column: 'Start' as const,
      reason: `${quoteForMessage(first.tournament)} starts on ${group?.first.start} in line ${group?.first.line}`,
    })),
  )
}

function findConflictingEvents(groups: readonly Group[]): RowError[] {
  const errors = (row: ResultRow, reason: string): RowError => ({ line: row.line, column: 'Event', reason })
  const within = groups.flatMap(({ rows, event }) =>
    rows
      .filter((row) => row.event !== null && row.event !== event)
      .map((row) => errors(row, `another line gives this tournament the event ${event}`)),
  )
  const events = Map.groupBy(
    groups.filter(({ event }) => event !== null),
    ({ event }) => event,
  )
  const between = [...events.values()].flatMap(([group, ...others]) =>
    others.map(({ first }) => errors(first, `belongs to another tournament in line ${group?.first.line}`)),
  )
  return [...within, ...between]
}

/** `id`: null for a tournament to be added. */
function planGroup(group: Group, existing: ExistingData, owners: ImportPeople) {
  const { first, event } = group
  const stored = existing.byKey.get(toTournamentKey(toNameAndStart(first)))
  const collision = findCollision(group, stored, existing)
  if (collision !== undefined) {
    const error: RowError = { line: first.line, column: 'Tournament', reason: collision }
    return { errors: [error] }
  }
  const { results, alreadyThere, errors } = planResults(group, stored, existing, owners)
  const { name, start } = stored ?? toNameAndStart(first)
  const tournament = { id: stored?.id ?? null, espnId: stored?.espnId ?? event ?? noEventId, name, start }
  return { tournament: { ...tournament, results, alreadyThere }, errors }
}

/** Why nothing can be imported into this tournament, as text. */
function findCollision(
  { first, event }: Group,
  stored: ExistingTournament | undefined,
  { byEdition, byEvent }: ExistingData,
): string | undefined {
  const similar = [
    ...(byEdition.get(toEditionKey(toNameAndStart(first))) ?? []),
    ...(event === null ? [] : (byEvent.get(event) ?? [])),
  ]
  const other = similar.find((tournament) => tournament.id !== stored?.id)
  const collision = stored?.isPlayedHere ? stored : other
  if (collision?.isPlayedHere)
    return `${quoteForMessage(collision.name)} of ${collision.start} was played in this pool, so its recorded places are kept`
  if (collision) return `it was already imported, as ${quoteForMessage(collision.name)} of ${collision.start}`
  if (!stored || event === null || stored.espnId === event) return undefined
  return `it was already imported ${stored.espnId === noEventId ? 'without an event' : `with the event ${stored.espnId}`}`
}

function planResults(
  { rows }: Group,
  stored: ExistingTournament | undefined,
  existing: ExistingData,
  owners: ImportPeople,
) {
  const placed = Map.groupBy(existing.results.get(stored?.id ?? 0) ?? [], ({ userId }) => userId)
  const lines = new Map<number | string, number>()
  const errors: RowError[] = []
  const results: { owner: Owner; places: readonly (number | null)[] }[] = []
  /** People whose places already exist, equal to those in the file. */
  let alreadyThere = 0
  for (const { line, email, places } of rows) {
    const owner = owners.find(email, placed)
    const key = 'id' in owner ? owner.id : owner.email
    const earlierLine = lines.get(key)
    lines.set(key, earlierLine ?? line)
    const storedPlaces = 'id' in owner ? placed.get(owner.id)?.map(({ place }) => place) : undefined
    const refuse = (column: RowError['column'], reason: string) => errors.push({ line, column, reason })
    if (earlierLine !== undefined)
      refuse('Email', `is the same person as in line ${earlierLine} of the same tournament`)
    else if (!storedPlaces) results.push({ owner, places })
    else if (storedPlaces.join() === places.join()) alreadyThere += 1
    else refuse(null, `this person already has different places: ${toText(storedPlaces)}`)
  }
  return { results, alreadyThere, errors }
}

function toText(places: readonly (number | null)[]): string {
  return places.map((place) => place ?? '--').join(', ')
}
