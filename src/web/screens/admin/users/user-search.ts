import type { AdminUser } from '#contract/admin-contract.ts'
import { foldName, foldWords } from '#domain/names/folded-names.ts'

/** A user with their folded name and address. */
export type SearchableUser = { readonly user: AdminUser; readonly foldedText: string }

export function toSearchableUsers(users: readonly AdminUser[]): SearchableUser[] {
  return users.map((user) => ({ user, foldedText: ` ${foldName(`${user.name} ${user.userName}`)}` }))
}

/**
 * Matches users if every word of the query starts a word of their name or address. A query with an @ matches any part
 * of the address. Null for an empty query.
 */
export function searchUsers(users: readonly SearchableUser[], query: string): AdminUser[] | null {
  if (query.includes('@')) {
    const part = query.trim().toLowerCase()
    return users.map(({ user }) => user).filter(({ userName }) => userName.toLowerCase().includes(part))
  }
  const words = foldWords(query).map((word) => ` ${word}`)
  if (words.length === 0) return null
  return users.filter(({ foldedText }) => words.every((word) => foldedText.includes(word))).map(({ user }) => user)
}
