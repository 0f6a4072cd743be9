import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { findUser, listUsers, listUsersWithProviderGroups, type UserRecord } from '#server/users/user-store.ts'
import { CommandError, type CommandInput, type Context, UsageError } from './command.ts'

export const lastAdmin =
  'This is the only admin who can sign in. Make someone else an admin first, or use --force to be without an admin.'

/** The user with this address or id. Throws an error that says how to select one. */
export async function requireUser({ database }: Context, { subject: email, flags }: CommandInput): Promise<UserRecord> {
  const { id } = flags
  if (id !== undefined && !/^[1-9]\d{0,8}$/.test(id)) throw new UsageError(`"${id}" is not the number of a user.`)
  if (email === undefined && id !== undefined) {
    const record = await findUser(database.db, Number(id))
    if (!record || record.isDeleted || record.mergedInto !== null) throw new CommandError(`No user has the id ${id}.`)
    return record
  }
  if (!email) throw new UsageError()
  const address = parseEmail(email)
  if (address === undefined) throw new CommandError(`${email} is not an email address.`)
  const users = await listUsers(database.db, address)
  const matches = id === undefined ? users : users.filter(({ user }) => String(user.id) === id)
  const [only, ...more] = matches
  if (!only) {
    const none = `No user has the address ${address}${id === undefined ? '' : ` and the id ${id}`}.`
    throw new CommandError(`${none} Users are created by their first sign-in or by "create".`)
  }
  if (more.length > 0)
    throw new CommandError(
      `Several users have this address. Select one with --id:\n${matches.map(describeUser).join('\n')}`,
    )
  return only
}

/** Anyone can register any address, so the operator has to identify an unverified account by its id. */
export function requireIdentified(record: UserRecord, { flags }: CommandInput, command: string): void {
  if (record.emailVerified || flags.id !== undefined) return
  throw new CommandError(
    `This address is unverified, so the account may belong to someone else:\n${describeUser(record)}\n` +
      `If you are sure whose account it is, run: ${adminCommand} ${command} --id ${record.user.id}`,
  )
}

type ShownUser = UserRecord & { groupRoles?: readonly { role: string | null; issuer: string }[] }

/** The first role is the one that a command has given. */
export function describeUser({ user, groupRoles = [], emailVerified, createdAt, isBlocked }: ShownUser): string {
  return [
    String(user.id).padStart(6),
    describeRole(user).padEnd(10),
    `${user.userName || 'no address'} (${emailVerified ? 'verified' : 'not verified'})`,
    user.name,
    `created ${createdAt}`,
    ...groupRoles.map(({ role, issuer }) => `${role === 'admin' ? 'ADMIN' : 'POWER USER'} by a group at ${issuer}`),
    ...(isBlocked ? ['BLOCKED'] : []),
  ].join('  ')
}

function describeRole({ isAdmin, isPowerUser }: UserRecord['user']): string {
  if (isAdmin) return 'admin'
  return isPowerUser ? 'power user' : 'player'
}

export async function printUser({ database: { db }, clock }: Context, id: number): Promise<void> {
  const record = (await listUsersWithProviderGroups(db, clock.now())).find(({ user }) => user.id === id)
  console.log(record ? describeUser(record) : `User ${id} no longer exists.`)
}

/** Records an action of the operator. */
export function audit(db: Db, now: Date, action: string, details: Record<string, unknown>): Promise<void> {
  return addAuditEntry(db, { userId: null, action, details }, now)
}
