import { inTransaction } from '#server/platform/db/database.ts'
import { setBlocked } from '#server/user-administration/user-blocking-store.ts'
import { hasAdmin, listUsersWithProviderGroups, lockFirstUser, setRole } from '#server/users/user-store.ts'
import { CommandError, type CommandInput, type Context, UsageError } from './command.ts'
import { audit, describeUser, lastAdmin, printUser, requireIdentified, requireUser } from './user-selection.ts'

export const grant = (context: Context, input: CommandInput) => changeRole(context, input, { isGranted: true })
export const revoke = (context: Context, input: CommandInput) => changeRole(context, input, { isGranted: false })

async function changeRole(context: Context, input: CommandInput, { isGranted }: { isGranted: boolean }): Promise<void> {
  const { flags } = input
  if (flags.admin === flags.power) throw new UsageError('Specify either --admin or --power.')
  const role = flags.admin ? 'admin' : 'power'
  const record = await requireUser(context, input)
  const { user } = record
  if (isGranted) requireIdentified(record, input, `grant ${user.userName} --${role}`)
  console.log(`${isGranted ? 'Granting to' : 'Revoking from'}:\n${describeUser(record)}`)
  const { db } = context.database
  await inTransaction(db, async (trx) => {
    // Serialised with the deletion and the blocking of other admins.
    await lockFirstUser(trx)
    const isLastAdmin = role === 'admin' && user.isAdmin && !(await hasAdmin(trx, user.id))
    if (isLastAdmin && !isGranted && !flags.force) throw new CommandError(lastAdmin)
    await setRole(trx, user.id, role, isGranted)
    const details = { userId: user.id, role }
    await audit(trx, context.clock.now(), isGranted ? 'role granted' : 'role revoked', details)
  })
  console.log('Now:')
  await printUser(context, user.id)
}

export const block = (context: Context, input: CommandInput) => changeBlock(context, input, 'block')
export const unblock = (context: Context, input: CommandInput) => changeBlock(context, input, 'unblock')

async function changeBlock(context: Context, input: CommandInput, action: 'block' | 'unblock'): Promise<void> {
  const { user } = await requireUser(context, input)
  const isDone = await inTransaction(context.database.db, async (trx) => {
    const now = await context.clock.authoritativeNow(trx)
    return setBlocked(trx, user.id, action, null, now, { force: input.flags.force })
  })
  if (!isDone) throw new CommandError(lastAdmin)
  await printUser(context, user.id)
}

export async function list({ database, clock }: Context): Promise<void> {
  const users = await listUsersWithProviderGroups(database.db, clock.now())
  console.log(users.length === 0 ? 'There are no users yet.' : users.map(describeUser).join('\n'))
}
