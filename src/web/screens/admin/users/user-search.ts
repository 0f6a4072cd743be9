import type { AdminUser } from '#contract/admin-contract.ts'
import { foldName, foldWords } from '#domain/names.ts'

/** What a user is found by. */
export type SearchableUser = { readonly user: AdminUser; readonly foldedText: string }

export function toSearchableUsers(users: readonly AdminUser[]): SearchableUser[] {
  return users.map((user) => ({ user, foldedText: ` ${foldName(`${user.name} ${user.userName}`)}` }))
}

/**
 * Those in whose name or address every word that was typed begins a word; with an @ it is a part of an address. Null
 * while nothing is looked for.
 */
export function searchUsers(users: readonly SearchableUser[], typed: string): AdminUser[] | null {
  if (typed.includes('@')) {
    const part = typed.trim().toLowerCase()
    return users.map(({ user }) => user).filter(({ userName }) => userName.toLowerCase().includes(part))
  }
  const words = foldWords(typed).map((word) => ` ${word}`)
  if (words.length === 0) return null
  return users
    .filter(({ foldedText }) => words.every((word) => foldedText.includes(word)))
    .map(({ user }) => user)
}
