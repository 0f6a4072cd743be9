/**
 * The operator's command: accounts and roles, which nothing that a browser sends can give, and results of earlier
 * years.
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
import { importFile } from './admin/import-file.ts'
import { printStandings } from './admin/print-standings.ts'
import { Refusal } from './admin/refusal.ts'

type Context = { config: Config; database: Database; clock: Clock }
/** `subject` is what the command is about: an e-mail address, a file, an id. */
type Given = { subject: string | undefined; flags: Flags }
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
  npm run admin -- grant EMAIL --admin | --power     (--id ID where several users have the address)
  npm run admin -- revoke EMAIL --admin | --power
  npm run admin -- list
  npm run admin -- rotate-keys
  npm run admin -- import FILE.csv [--yes]           results of earlier years; without --yes nothing is changed
  npm run --silent admin -- standings ID > FILE.csv  the standings of a tournament that has started`

const commands: Readonly<Record<string, (context: Context, given: Given) => Promise<void>>> = {
  create,
  grant: (context, given) => changeRole(context, given, true),
  revoke: (context, given) => changeRole(context, given, false),
  list,
  'rotate-keys': rotateKeys,
  import: (context, { subject, flags }) => importFile(context, requireSubject(subject), flags.yes === true),
  standings: (context, { subject }) => printStandings(context, requireSubject(subject)),
}

function requireSubject(subject: string | undefined): string {
  if (subject === undefined) throw new Refusal(usage)
  return subject
}

async function create(context: Context, { subject: email, flags }: Given): Promise<void> {
  if (context.config.signIn.provider === 'external')
    throw new Refusal('People sign in at another provider (OIDC_AUTHORITY): make the account there.')
  if (!email || flags.name === undefined) throw new Refusal(usage)
  const password = flags.password ?? makePassword()
  const { userId } = await createAccount(context, { email, name: flags.name, password }).catch(
    (error: Error) => {
      throw new Refusal(error.message)
    },
  )
  await audit(context, 'account created', { userId, email })
  console.log(`${email} can sign in (user ${userId}).`)
  if (flags.password === undefined) console.log(`Password: ${password}`)
}

async function changeRole(context: Context, { subject: email, flags }: Given, given: boolean): Promise<void> {
  if (flags.admin === flags.power) throw new Refusal('Say --admin or --power.')
  const role = flags.admin ? 'admin' : 'power'
  const { user } = await requireUser(context, email, flags.id)
  await setRole(context.database.db, user.id, role, given)
  await audit(context, given ? 'role granted' : 'role revoked', {
    userId: user.id,
    email: user.userName,
    role,
  })
  const after = await findUser(context.database.db, user.id)
  console.log(after ? describe(after) : `User ${user.id} is gone.`)
}

async function requireUser(
  { database }: Context,
  email: string | undefined,
  id: string | undefined,
): Promise<KnownUser> {
  const address = parseMailAddress(email ?? '')
  if (address === undefined) throw new Refusal(email ? `${email} is not an e-mail address.` : usage)
  const users = await listUsersByEmail(database.db, address)
  const wanted = id === undefined ? users : users.filter(({ user }) => String(user.id) === id)
  const [only, ...more] = wanted
  if (!only) {
    const none = `No user has the address ${address}${id === undefined ? '' : ` and the id ${id}`}.`
    throw new Refusal(`${none} A user is made at the first sign-in, or by "create".`)
  }
  if (more.length > 0)
    throw new Refusal(
      `Several users have this address. Say which with --id:\n${wanted.map(describe).join('\n')}`,
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
  console.log(`The key ${kid} is published by each process from its next start on, and signs after a day.`)
  console.log('Restart every process now, and once more tomorrow.')
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

/** Twenty signs that are not mistaken for one another: 98 bits. */
function makePassword(): string {
  const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

function readArguments(): { command: string | undefined; given: Given } {
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
    if (more.length > 0) throw new Refusal(usage)
    return { command, given: { subject, flags: values } }
  } catch (error) {
    throw error instanceof TypeError ? new Refusal(`${error.message}\n${usage}`) : error
  }
}

async function main(): Promise<void> {
  const { command, given } = readArguments()
  const run = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new Refusal(usage)
  const config = readConfig()
  const database = openDatabase(config.database)
  try {
    await migrate(database)
    await run({ config, database, clock: createSystemClock(database.kind) }, given)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = error instanceof Refusal ? 1 : 2
})
