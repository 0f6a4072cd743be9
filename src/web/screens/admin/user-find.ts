import type { AdminUser } from '#contract/admin-contract.ts'
import { toPlainName, toPlainWords } from '../../components/plain-name.ts'

/** What a user is found by. */
export type FindableUser = { readonly user: AdminUser; readonly plain: string }

export function listFindable(users: readonly AdminUser[]): FindableUser[] {
  return users.map((user) => ({ user, plain: ` ${toPlainName(`${user.name} ${user.userName}`)}` }))
}

/** Those in whose name or address every word that was typed begins a word; null while nothing is looked for. */
export function findUsers(users: readonly FindableUser[], typed: string): AdminUser[] | null {
  const words = toPlainWords(typed).map((word) => ` ${word}`)
  if (words.length === 0) return null
  return users.filter(({ plain }) => words.every((word) => plain.includes(word))).map(({ user }) => user)
}
