import type { AddressOwner, NewUser } from './import-store.ts'
import type { ResultRow } from './result-rows.ts'

/** The owner of places: the id of a user, or the address of a user to be added. */
export type Owner = { id: number } | { email: string }

export type ImportOwners = ReturnType<typeof createImportOwners>

/**
 * Finds the users behind the addresses of a file. A real user with an unverified address never receives results: a
 * separate user is added instead, which an admin can merge.
 */
export function createImportOwners(rows: readonly ResultRow[], users: readonly AddressOwner[]) {
  const usersOf = Map.groupBy(users, ({ email }) => email)
  const named = new Map<string, ResultRow>()
  for (const row of rows) {
    const other = named.get(row.email)
    if (!other || other.start < row.start) named.set(row.email, row)
  }

  function findUser(email: string): number | undefined {
    const own = usersOf.get(email) ?? []
    const trusted = new Set(own.filter(({ isTrusted }) => isTrusted).map(({ id }) => id))
    const [only, ...others] = trusted
    // Prefer the user that an earlier import added, so that the next file does not add another.
    return others.length === 0 ? only : own.find(({ isImported }) => isImported)?.id
  }

  return {
    /** Among users with places in a tournament, the one who has or had the address. */
    find(email: string, placed: ReadonlyMap<number, unknown>): Owner {
      const before = usersOf.get(email)?.find(({ id }) => placed.has(id))
      const id = before?.id ?? findUser(email)
      return id === undefined ? { email } : { id }
    },

    /** A user to be added, with their name in the latest tournament of the file. */
    toNewUser(email: string): NewUser {
      return { email, name: named.get(email)?.name ?? email }
    },
  }
}
