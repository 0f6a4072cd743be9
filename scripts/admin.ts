/**
 * The admin command: accounts, roles (which no request can grant), signing keys, past results and standings.
 *
 *   npm run admin -- create EMAIL --name NAME [--password PASSWORD]
 *   npm run admin -- grant EMAIL --admin | --power
 *   npm run admin -- revoke EMAIL --admin | --power
 *   npm run admin -- block EMAIL | --id ID
 *   npm run admin -- unblock EMAIL | --id ID
 *   npm run admin -- reset-second-factor EMAIL
 *   npm run admin -- list
 *   npm run admin -- rotate-keys [--revoke]
 *   npm run admin -- import FILE.csv [--yes]
 *   npm run --silent admin -- standings ID > FILE.csv
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { blockUser, hasOtherAdmin, unblockUser } from '#server/admin/user-blocking-store.ts'
import { addAuditEntry } from '#server/audit-log/audit-log-store.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Clock, createSystemClock } from '#server/db/clock.ts'
import { type Database, inTransaction, openDatabase } from '#server/db/database.ts'
import { migrate, NewerSchemaError } from '#server/db/migrate.ts'
import { createAccount } from '#server/identity/accounts/account-creation.ts'
import { findAccountByEmail } from '#server/identity/accounts/account-store.ts'
import { removeSecondFactor } from '#server/identity/accounts/second-factor-store.ts'
import { removeRecordsOfAccount } from '#server/identity/provider/provider-store.ts'
import { addSigningKey, replaceSigningKeys } from '#server/identity/provider/secrets-store.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import {
  findUnmergedUser,
  findUser,
  type KnownUser,
  listUsers,
  listUsersByEmail,
  setRole,
} from '#server/users/user-store.ts'
import { CommandError } from './admin/command-error.ts'
import { importFile } from './admin/import-file.ts'
import { printStandings } from './admin/print-standings.ts'

type Context = { config: Config; database: Database; clock: Clock }
/** `subject`: the argument of the command: an email address, a file or an id. */
type CommandInput = { subject: string | undefined; flags: Flags }
type Flags = {
  name?: string
  password?: string
  admin?: boolean
  power?: boolean
  id?: string
  yes?: boolean
  revoke?: boolean
}

const usage = `Usage:
  npm run admin -- create EMAIL --name NAME [--password PASSWORD]
  npm run admin -- grant EMAIL --admin | --power     (--id ID chooses the account, if necessary)
  npm run admin -- revoke EMAIL --admin | --power
  npm run admin -- block EMAIL | --id ID             end the user's sessions, and refuse to sign them in
  npm run admin -- unblock EMAIL | --id ID
  npm run admin -- reset-second-factor EMAIL         for a lost phone: the password alone signs in again
  npm run admin -- list
  npm run admin -- rotate-keys [--revoke]            add a signing key; --revoke: refuse all earlier ones at once
  npm run admin -- import FILE.csv [--yes]           import past results; without --yes, only show what would change
  npm run --silent admin -- standings ID > FILE.csv  the standings of a tournament that has started`

const commands: Readonly<Record<string, (context: Context, input: CommandInput) => Promise<void>>> = {
  create,
  grant: (context, input) => changeRole(context, input, true),
  revoke: (context, input) => changeRole(context, input, false),
  block,
  unblock,
  'reset-second-factor': resetSecondFactor,
  list,
  'rotate-keys': rotateKeys,
  import: (context, { subject, flags }) => importFile(context, requireSubject(subject), flags.yes === true),
  standings: (context, { subject }) => printStandings(context, requireSubject(subject)),
}

function requireSubject(subject: string | undefined): string {
  if (subject === undefined) throw new CommandError(usage)
  return subject
}

async function create(context: Context, { subject: email, flags }: CommandInput): Promise<void> {
  if (context.config.signIn.provider === 'external')
    throw new CommandError('Users sign in through an external provider (OIDC_AUTHORITY): create the account there.')
  if (!email || flags.name === undefined) throw new CommandError(usage)
  const password = flags.password ?? makePassword()
  const { userId } = await createAccount(context, { email, name: flags.name, password }).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  await audit(context, 'account created', { userId, email })
  console.log(`${email} can sign in (user ${userId}).`)
  if (flags.password === undefined) console.log(`Password: ${password}`)
}

async function changeRole(context: Context, { subject: email, flags }: CommandInput, input: boolean): Promise<void> {
  if (flags.admin === flags.power) throw new CommandError('Specify either --admin or --power.')
  const role = flags.admin ? 'admin' : 'power'
  const known = await requireUser(context, email, flags.id)
  const { user } = known
  // Anybody can register any address: only the operator can tell whose account this is.
  if (input && !known.emailVerified && flags.id === undefined) {
    throw new CommandError(
      `Nobody has verified that this account belongs to the owner of the address:\n${describe(known)}\n` +
        `If you are sure whose account it is, run: npm run admin -- grant ${user.userName} --${role} --id ${user.id}`,
    )
  }
  console.log(`${input ? 'Granting to' : 'Revoking from'}:\n${describe(known)}\nNow:`)
  await setRole(context.database.db, user.id, role, input)
  await audit(context, input ? 'role granted' : 'role revoked', {
    userId: user.id,
    email: user.userName,
    role,
  })
  await printUser(context, user.id)
}

async function block(context: Context, { subject: email, flags }: CommandInput): Promise<void> {
  const { db } = context.database
  const { user } = await requireUser(context, email, flags.id)
  await inTransaction(db, async (trx) => {
    if (user.isAdmin && !(await hasOtherAdmin(trx, user.id)))
      throw new CommandError('This is the only admin who can sign in. Make somebody else an admin first.')
    const now = await context.clock.authoritativeNow(trx)
    await blockUser(trx, user.id, now)
    await addAuditEntry(
      trx,
      { userId: null, action: 'user blocked', details: { userId: user.id, email: user.userName } },
      now,
    )
  })
  await printUser(context, user.id)
}

async function unblock(context: Context, { subject: email, flags }: CommandInput): Promise<void> {
  const { user } = await requireUser(context, email, flags.id)
  await inTransaction(context.database.db, async (trx) => {
    await unblockUser(trx, user.id)
    const now = await context.clock.authoritativeNow(trx)
    await addAuditEntry(
      trx,
      { userId: null, action: 'user unblocked', details: { userId: user.id, email: user.userName } },
      now,
    )
  })
  await printUser(context, user.id)
}

async function printUser({ database }: Context, id: number): Promise<void> {
  const known = await findUser(database.db, id)
  console.log(known ? describe(known) : `User ${id} no longer exists.`)
}

async function requireUser(
  { database }: Context,
  email: string | undefined,
  id: string | undefined,
): Promise<KnownUser> {
  if (email === undefined && id !== undefined) {
    const known = await findUnmergedUser(database.db, Number(id))
    if (!known) throw new CommandError(`No user has the id ${id}.`)
    return known
  }
  const address = parseMailAddress(email ?? '')
  if (address === undefined) throw new CommandError(email ? `${email} is not an email address.` : usage)
  const users = await listUsersByEmail(database.db, address)
  const matches = id === undefined ? users : users.filter(({ user }) => String(user.id) === id)
  const [only, ...more] = matches
  if (!only) {
    const none = `No user has the address ${address}${id === undefined ? '' : ` and the id ${id}`}.`
    throw new CommandError(`${none} Users are created at their first sign-in or with "create".`)
  }
  if (more.length > 0)
    throw new CommandError(
      `Several users have this address. Choose one with --id:\n${matches.map(describe).join('\n')}`,
    )
  return only
}

async function list({ database }: Context): Promise<void> {
  const users = await listUsers(database.db)
  console.log(users.length === 0 ? 'There are no users yet.' : users.map(describe).join('\n'))
}

async function resetSecondFactor(context: Context, { subject: email }: CommandInput): Promise<void> {
  const { db } = context.database
  const account = await findAccountByEmail(db, parseMailAddress(requireSubject(email)) ?? '')
  if (!account) throw new CommandError(`No account has the address ${email}.`)
  await inTransaction(db, async (trx) => {
    if (!(await removeSecondFactor(trx, account.id)))
      throw new CommandError(`The account ${account.email} has no second factor.`)
    // Whoever has the lost phone may be signed in on it.
    await removeRecordsOfAccount(trx, account.id)
    const details = { email: account.email }
    await addAuditEntry(trx, { userId: null, action: 'second factor reset', details }, context.clock.now())
  })
  console.log(`${account.email} signs in with the password alone again and was signed out on all devices.`)
}

async function rotateKeys(context: Context, { flags }: CommandInput): Promise<void> {
  const { db } = context.database
  if (flags.revoke) {
    const { kid } = await replaceSigningKeys(db, context.clock)
    await audit(context, 'signing keys revoked', { kid })
    console.log(`Revoked all earlier keys; key ${kid} signs from now on. Running processes notice it within seconds.`)
  } else {
    const { kid } = await addSigningKey(db, context.clock)
    await audit(context, 'signing key added', { kid })
    console.log(`Added key ${kid}. Running processes publish it within seconds and sign with it after one day.`)
  }
}

function describe({ user, emailVerified, createdAt, isBlocked }: KnownUser): string {
  const role = user.isAdmin ? 'admin' : user.isPowerUser ? 'power user' : 'player'
  return [
    String(user.id).padStart(6),
    role.padEnd(10),
    `${user.userName} (${emailVerified ? 'verified' : 'not verified'})`,
    user.name,
    `created ${createdAt}`,
    ...(isBlocked ? ['BLOCKED'] : []),
  ].join('  ')
}

function audit({ database, clock }: Context, action: string, details: Record<string, unknown>): Promise<void> {
  return addAuditEntry(database.db, { userId: null, action, details }, clock.now())
}

/** Twenty unambiguous characters, about 100 bits. */
function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

function readArguments(): { command: string | undefined; input: CommandInput } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        password: { type: 'string' },
        admin: { type: 'boolean' },
        power: { type: 'boolean' },
        id: { type: 'string' },
        yes: { type: 'boolean' },
        revoke: { type: 'boolean' },
      },
    })
    const [command, subject, ...more] = positionals
    if (more.length > 0) throw new CommandError(usage)
    return { command, input: { subject, flags: values } }
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(`${error.message}\n${usage}`) : error
  }
}

async function main(): Promise<void> {
  const { command, input } = readArguments()
  const run = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new CommandError(usage)
  const config = readConfig()
  const database = openDatabase(config.database)
  try {
    await migrate(database)
    await run({ config, database, clock: createSystemClock(database.kind) }, input)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isExplained = error instanceof CommandError || error instanceof NewerSchemaError
  console.error(isExplained ? error.message : error)
  process.exitCode = isExplained ? 1 : 2
})
