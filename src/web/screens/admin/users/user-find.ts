import type { AdminUser } from '#contract/admin-contract.ts'
import { toPlainName, toPlainWords } from '#web/ui/plain-name.ts'

/** What a user is found by. */
export type FindableUser = { readonly user: AdminUser; readonly plain: string }

export function listFindable(users: readonly AdminUser[]): FindableUser[] {
  return users.map((user) => ({ user, plain: ` ${toPlainName(`${user.name} ${user.userName}`)}` }))
}

/**
 * Those in whose name or address every word that was typed begins a word; with an @ it is a part of an address. Null
 * while nothing is looked for.
 */
export function findUsers(users: readonly FindableUser[], typed: string): AdminUser[] | null {
  if (typed.includes('@')) {
    const part = typed.trim().toLowerCase()
    return users.map(({ user }) => user).filter(({ userName }) => userName.toLowerCase().includes(part))
  }
  const words = toPlainWords(typed).map((word) => ` ${word}`)
  if (words.length === 0) return null
  return users.filter(({ plain }) => words.every((word) => plain.includes(word))).map(({ user }) => user)
}
