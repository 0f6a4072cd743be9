/**
 * The admin command: accounts, roles (which no request can grant), signing keys, past results and standings.
 *
 *   npm run admin -- create EMAIL --name NAME [--password PASSWORD]
 *   npm run admin -- grant EMAIL --admin | --power
 *   npm run admin -- revoke EMAIL --admin | --power
 *   npm run admin -- list
 *   npm run admin -- rotate-keys
 *   npm run admin -- import FILE.csv [--yes]
 *   npm run --silent admin -- standings ID > FILE.csv
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { addAuditEntry } from '#server/audit-log/audit-log-store.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Clock, createSystemClock } from '#server/db/clock.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createAccount } from '#server/identity/accounts/account-creation.ts'
import { addSigningKey } from '#server/identity/provider/secrets-store.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { findUser, type KnownUser, listUsers, listUsersByEmail, setRole } from '#server/users/user-store.ts'
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
}

const usage = `Usage:
  npm run admin -- create EMAIL --name NAME [--password PASSWORD]
  npm run admin -- grant EMAIL --admin | --power     (add --id ID if several users share the address)
  npm run admin -- revoke EMAIL --admin | --power
  npm run admin -- list
  npm run admin -- rotate-keys
  npm run admin -- import FILE.csv [--yes]           import past results; without --yes, only show what would change
  npm run --silent admin -- standings ID > FILE.csv  the standings of a tournament that has started`

const commands: Readonly<Record<string, (context: Context, input: CommandInput) => Promise<void>>> = {
  create,
  grant: (context, input) => changeRole(context, input, true),
  revoke: (context, input) => changeRole(context, input, false),
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
    throw new CommandError(
      'Users sign in through an external provider (OIDC_AUTHORITY): create the account there.',
    )
  if (!email || flags.name === undefined) throw new CommandError(usage)
  const password = flags.password ?? makePassword()
  const { userId } = await createAccount(context, { email, name: flags.name, password }).catch(
    (error: Error) => {
      throw new CommandError(error.message)
    },
  )
  await audit(context, 'account created', { userId, email })
  console.log(`${email} can sign in (user ${userId}).`)
  if (flags.password === undefined) console.log(`Password: ${password}`)
}

async function changeRole(
  context: Context,
  { subject: email, flags }: CommandInput,
  input: boolean,
): Promise<void> {
  if (flags.admin === flags.power) throw new CommandError('Specify either --admin or --power.')
  const role = flags.admin ? 'admin' : 'power'
  const { user } = await requireUser(context, email, flags.id)
  await setRole(context.database.db, user.id, role, input)
  await audit(context, input ? 'role granted' : 'role revoked', {
    userId: user.id,
    email: user.userName,
    role,
  })
  const after = await findUser(context.database.db, user.id)
  console.log(after ? describe(after) : `User ${user.id} no longer exists.`)
}

async function requireUser(
  { database }: Context,
  email: string | undefined,
  id: string | undefined,
): Promise<KnownUser> {
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

async function rotateKeys(context: Context): Promise<void> {
  const { kid } = await addSigningKey(context.database.db, context.clock)
  await audit(context, 'signing key added', { kid })
  console.log(
    `Added key ${kid}. Each process publishes it from its next start and signs with it after one day.`,
  )
  console.log('Restart every process now, and again tomorrow.')
}

function describe({ user, emailVerified }: KnownUser): string {
  const role = user.isAdmin ? 'admin' : user.isPowerUser ? 'power user' : 'player'
  return [
    String(user.id).padStart(6),
    role.padEnd(10),
    `${user.userName}${emailVerified ? '' : ' (not verified)'}`,
    user.name,
  ].join('  ')
}

function audit(
  { database, clock }: Context,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
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
  console.error(error instanceof CommandError ? error.message : error)
  process.exitCode = error instanceof CommandError ? 1 : 2
})
