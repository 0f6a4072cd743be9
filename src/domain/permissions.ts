/** Roles and what they include (docs/rules.md, 11.2). An admin counts as a power user. */

export type Role = 'user' | 'power' | 'admin'

export type User = {
  readonly id: number
  /** The display name. */
  readonly name: string
  /** The email address. */
  readonly userName: string
  readonly isAdmin: boolean
  readonly isPowerUser: boolean
}

type Rights = Pick<User, 'isAdmin' | 'isPowerUser'>

/** Whether the user has at least this role. */
export function hasRole(user: Rights, role: Role): boolean {
  if (role === 'admin') return user.isAdmin
  if (role === 'power') return user.isAdmin || user.isPowerUser
  return true
}
