import { blockUser, unblockUser } from '#server/admin/user-blocking-store.ts'
import { inTransaction } from '#server/db/database.ts'
import { hasAdmin, listUsersWithGroups, lockFirstUser, setRole } from '#server/users/user-store.ts'
import type { CommandInput, Context } from './command.ts'
import { CommandError } from './command-error.ts'
import { audit, describeUser, printUser, requireIdentified, requireUser } from './user-selection.ts'

export function grant(context: Context, input: CommandInput): Promise<void> {
  return changeRole(context, input, { isGranted: true })
}

export function revoke(context: Context, input: CommandInput): Promise<void> {
  return changeRole(context, input, { isGranted: false })
}

async function changeRole(context: Context, input: CommandInput, { isGranted }: { isGranted: boolean }): Promise<void> {
  const { flags } = input
  if (flags.admin === flags.power) throw new CommandError('Specify either --admin or --power.')
  const role = flags.admin ? 'admin' : 'power'
  const record = await requireUser(context, input)
  const { user } = record
  if (isGranted) requireIdentified(record, input, `grant ${user.userName} --${role}`)
  console.log(`${isGranted ? 'Granting to' : 'Revoking from'}:\n${describeUser(record)}\nNow:`)
  const { db } = context.database
  await setRole(db, user.id, role, isGranted)
  const details = { userId: user.id, role }
  await audit(db, context.clock.now(), isGranted ? 'role granted' : 'role revoked', details)
  await printUser(context, user.id)
}

export async function block(context: Context, input: CommandInput): Promise<void> {
  const { user } = await requireUser(context, input)
  await inTransaction(context.database.db, async (trx) => {
    // Serialised with the deletion of other admins.
    await lockFirstUser(trx)
    if (user.isAdmin && !(await hasAdmin(trx, user.id)))
      throw new CommandError('This is the only admin who can sign in. Make someone else an admin first.')
    const now = await context.clock.authoritativeNow(trx)
    await blockUser(trx, user.id, now)
    await audit(trx, now, 'user blocked', { userId: user.id })
  })
  await printUser(context, user.id)
}

export async function unblock(context: Context, input: CommandInput): Promise<void> {
  const { user } = await requireUser(context, input)
  await inTransaction(context.database.db, async (trx) => {
    await unblockUser(trx, user.id)
    const now = await context.clock.authoritativeNow(trx)
    await audit(trx, now, 'user unblocked', { userId: user.id })
  })
  await printUser(context, user.id)
}

export async function list({ database, clock }: Context): Promise<void> {
  const users = await listUsersWithGroups(database.db, clock.now())
  console.log(users.length === 0 ? 'There are no users yet.' : users.map(describeUser).join('\n'))
}
