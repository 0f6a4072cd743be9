import type { AddressOwner, NewUser } from './import-store.ts'
import type { ResultRow } from './result-rows.ts'

/** Whose places they are: a user's id, or the address of one who is to be added. */
export type Owner = { id: number } | { email: string }

export type ImportOwners = ReturnType<typeof createImportOwners>

/**
 * Who the addresses of a file belong to. A real user whose address nobody vouches for is never given another's places:
 * then a user of its own is made, whom an administrator can merge.
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
    // Of several the one who was made by an earlier import, if any: the next file does not make another.
    return others.length === 0 ? only : own.find(({ isImported }) => isImported)?.id
  }

  return {
    /** In a tournament in which these users have places, the one of them who has, or had, the address. */
    find(email: string, placed: ReadonlyMap<number, unknown>): Owner {
      const before = usersOf.get(email)?.find(({ id }) => placed.has(id))
      const id = before?.id ?? findUser(email)
      return id === undefined ? { email } : { id }
    },

    /** A user to be added, under the name that he has in the newest tournament of the file. */
    toNewUser(email: string): NewUser {
      return { email, name: named.get(email)?.name ?? email }
    },
  }
}
