import type { ImportQuestion, PersonAnswer } from '#contract/results-contract.ts'
import { foldAccents } from '#domain/names/names.ts'
import type { PlacedEntry } from '#server/results/results-store.ts'
import type { AddressOwner, NamedUser, NewUser } from './import-store.ts'
import type { ResultRow } from './result-rows.ts'

/** The owner of places: the id of a user, or the address of a user to be added. */
export type Owner = { id: number } | { email: string }

/** Who people are that are new by their address, and by their name may not be, by address. */
export type PersonAnswers = ReadonlyMap<string, PersonAnswer>

type Known = {
  readonly users: readonly AddressOwner[]
  /** Users with a name of the file. */
  readonly people: readonly NamedUser[]
  /** The stored places of a row's tournament. */
  readonly listPlaced: (row: ResultRow) => readonly PlacedEntry[]
  /** Identifies a row's tournament. */
  readonly toKey: (row: ResultRow) => string
}

export type ImportPeople = ReturnType<typeof createImportPeople>

/**
 * Finds the users behind the addresses of a file. A real user with that unverified address never receives results: a separate
 * user is added instead, whom an admin can merge. If the address is new but others have the name, the admin says who it is
 * (docs/rules.md, 10).
 */
export function createImportPeople(rows: readonly ResultRow[], known: Known, answers: PersonAnswers) {
  const usersOf = Map.groupBy(known.users, ({ email }) => email)
  const rowsOf = Map.groupBy(rows, ({ email }) => email)

  function findUser(email: string): number | undefined {
    const own = usersOf.get(email) ?? []
    const trusted = new Set(own.filter(({ isTrusted }) => isTrusted).map(({ id }) => id))
    const [only, ...others] = trusted
    // Prefer the user that an earlier import added, so that the next file does not add another.
    return others.length === 0 ? only : own.find(({ isImported }) => isImported)?.id
  }

  /** A user to be added, with their name in the latest tournament of the file. */
  function toNewUser(email: string): NewUser {
    const latest = (rowsOf.get(email) ?? []).reduce<ResultRow | undefined>(
      (other, row) => (other === undefined || other.start < row.start ? row : other),
      undefined,
    )
    return { email, name: latest?.name ?? email }
  }

  /** The users in the tournaments of the file. */
  const usersIn = new Map<string, Set<number>>()
  for (const [email, own] of rowsOf) {
    const id = findUser(email)
    if (id !== undefined)
      for (const row of own) usersIn.set(known.toKey(row), (usersIn.get(known.toKey(row)) ?? new Set()).add(id))
  }

  const questions = new Map<string, ImportQuestion>()
  const newEmails = [...rowsOf.keys()].filter((email) => findUser(email) === undefined)
  const peopleOf = Map.groupBy(known.people, ({ name }) => toNameKey(name))
  for (const [name, emails] of Map.groupBy(newEmails, (email) => toNameKey(toNewUser(email).name))) {
    const people = peopleOf.get(name) ?? []
    for (const [index, email] of emails.entries()) {
      const options = [
        // Of users with the very address, the rules above have decided.
        ...people.filter((person) => person.email !== email && mayBeUser(email, person.id)).map(toUserOption),
        ...emails
          .slice(0, index)
          .filter((other) => mayBeSame(email, other))
          .map(toFileOption),
      ]
      if (options.length > 0) questions.set(email, toQuestion(email, options))
    }
  }

  /** Nobody is twice in a tournament. */
  function mayBeUser(email: string, id: number): boolean {
    return (rowsOf.get(email) ?? []).every((row) => !usersIn.get(known.toKey(row))?.has(id) && fitsStored(row, id))
  }

  function fitsStored(row: ResultRow, id: number): boolean {
    const stored = known.listPlaced(row).filter(({ userId }) => userId === id)
    return stored.length === 0 || stored.map(({ place }) => place).join() === row.places.join()
  }

  function mayBeSame(email: string, other: string): boolean {
    const keys = new Set((rowsOf.get(other) ?? []).map(known.toKey))
    return (rowsOf.get(email) ?? []).every((row) => !keys.has(known.toKey(row)))
  }

  function toFileOption(email: string): ImportQuestion['options'][number] {
    return { is: email, ...toNewUser(email), about: `line ${rowsOf.get(email)?.[0]?.line} of this file` }
  }

  function toQuestion(email: string, options: ImportQuestion['options']): ImportQuestion {
    const answer = answers.get(email)
    const isAnswered = answer === null || options.some(({ is }) => is === answer)
    return { ...toNewUser(email), line: rowsOf.get(email)?.[0]?.line ?? 0, options, isAnswered }
  }

  /** The owner of a new address. */
  function resolve(email: string): Owner {
    const answer = questions.get(email)?.isAnswered ? answers.get(email) : undefined
    if (answer === undefined || answer === null) return { email }
    return typeof answer === 'number' ? { id: answer } : resolve(answer)
  }

  return {
    /** In the order of the file. */
    questions: [...questions.values()].toSorted((a, b) => a.line - b.line),

    /** The addresses of people who are somebody else by an answer. */
    listAliases: () =>
      [...questions.keys()].flatMap((email) => {
        const owner = resolve(email)
        return 'email' in owner && owner.email === email ? [] : { ...toNewUser(email), owner }
      }),

    /** Among users with places in a tournament, the one who has or had the address. */
    find(email: string, placed: ReadonlyMap<number, unknown>): Owner {
      const before = usersOf.get(email)?.find(({ id }) => placed.has(id))
      const id = before?.id ?? findUser(email)
      return id === undefined ? resolve(email) : { id }
    },

    toNewUser,
  }
}

/** Two names that differ only in case, accents and spaces are the same to people. */
export function toNameKey(name: string): string {
  return foldAccents(name).replace(/\s+/g, ' ').trim()
}

function toUserOption({ id, name, email, isReal, isConfirmed }: NamedUser): ImportQuestion['options'][number] {
  const signedIn = isConfirmed ? 'has signed in' : 'has signed in, address not confirmed'
  return { is: id, name, email, about: isReal ? signedIn : 'from an earlier import' }
}
