import { randomInt } from 'node:crypto'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { findServerAddress } from '#server/platform/db/server-address-store.ts'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { addReceiptKey } from '#server/pool/seal/receipt-key-store.ts'
import { createAccount } from '#server/sign-in/accounts/account-creation.ts'
import { findAccountByEmail, listAccountIds } from '#server/sign-in/accounts/account-store.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import { describeMissingAdmin, describeSetupLink, replaceSetupLink } from '#server/sign-in/accounts/first-admin.ts'
import { createPasswords } from '#server/sign-in/accounts/passwords.ts'
import { findPepper } from '#server/sign-in/accounts/pepper.ts'
import { removeSecondFactor } from '#server/sign-in/accounts/second-factor-store.ts'
import { createPasswordLink, endPassword, findAccountOfUser } from '#server/sign-in/provider/password-link.ts'
import { endSignIns } from '#server/sign-in/provider/provider-sessions.ts'
import { addSigningKey } from '#server/sign-in/provider/secrets-store.ts'
import { collectPersonalData } from '#server/user-administration/personal-data/personal-data.ts'
import { createUserDeletion } from '#server/user-administration/personal-data/user-deletion.ts'
import { hasAdmin } from '#server/users/user-store.ts'
import { CommandError, type CommandInput, type Context, UsageError } from './command.ts'
import { requirePublicUrl } from './public-url.ts'
import { audit, describeUser, lastAdmin, requireIdentified, requireUser } from './user-selection.ts'

const atTheProvider = 'Users sign in through an external provider (OIDC_AUTHORITY)'

function requireEmbeddedProvider({ config }: Context, advice: string): void {
  if (config.signIn.provider === 'external') throw new CommandError(`${atTheProvider}: ${advice}`)
}

export async function create(context: Context, { subject: email, flags }: CommandInput): Promise<void> {
  requireEmbeddedProvider(context, 'create the account there.')
  if (!email || flags.name === undefined) throw new UsageError()
  const password = flags.password ?? generatePassword()
  const { userId } = await createAccount(context, { email, name: flags.name, password }).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  await audit(context.database.db, context.clock.now(), 'account created', { userId })
  console.log(`${email} can sign in (user ${userId}).`)
  if (flags.password === undefined) console.log(`Password: ${password}`)
}

/** Prints a link to the page that creates the first admin. Earlier links become invalid. */
export async function setupLink(context: Context): Promise<void> {
  if (context.config.signIn.provider === 'external') throw new CommandError(describeMissingAdmin(context.config))
  const { database, clock } = context
  const isPossible = !(await hasAdmin(database.db))
  const publicUrl = isPossible ? await requirePublicUrl(context) : ''
  const link = isPossible ? await replaceSetupLink({ database, clock, config: { publicUrl } }) : undefined
  if (link === undefined)
    throw new CommandError(`There is already an admin. To list the admins, run: ${adminCommand} list`)
  console.log(describeSetupLink(link))
}

/** The old password and all sessions end immediately, because they may be compromised. */
export async function resetPassword(context: Context, input: CommandInput): Promise<void> {
  requireEmbeddedProvider(context, 'reset the password there.')
  const { config, database, clock } = context
  const { db } = database
  const record = await requireUser(context, input)
  const { user } = record
  requireIdentified(record, input, `reset-password ${user.userName}`)
  const account = await findAccountOfUser(db, user)
  if (!account) throw new CommandError(`${user.userName} has no account with a password.`)
  // Before anything ends: without the right address, nobody could open the link.
  const publicUrl = input.flags.random ? null : await requirePublicUrl(context)
  const replaced = `${account.email} was signed out on all devices, and the old password no longer works.`
  if (!input.flags.yes)
    return console.log(
      `${account.email} will be signed out on all devices, and the old password will no longer work.\n` +
        `Nothing was changed. To continue, run: ${adminCommand} reset-password --id ${user.id}${input.flags.random ? ' --random' : ''} --yes`,
    )
  const now = clock.now()
  const reset = { account, user, by: null }
  if (publicUrl === null) {
    const password = generatePassword()
    const passwordHash = await createPasswords({ pepper: await findPepper(database, config) }).hash(password)
    await inTransaction(db, (trx) => endPassword(trx, { ...reset, passwordHash }, now))
    console.log(`${replaced}\nPassword: ${password}`)
  } else {
    const link = await inTransaction(db, (trx) => createPasswordLink(trx, { ...reset, publicUrl }, now))
    console.log(`${replaced}\nGive this link to the owner of the account. It works once, within an hour:\n${link}`)
  }
}

export async function resetSecondFactor(context: Context, { subject: email }: CommandInput): Promise<void> {
  const { db } = context.database
  const now = context.clock.now()
  if (!email) throw new UsageError()
  const account = await findAccountByEmail(db, parseEmail(email) ?? '')
  if (!account) throw new CommandError(`No account has the address ${email}.`)
  await inTransaction(db, async (trx) => {
    if (!(await removeSecondFactor(trx, account.id)))
      throw new CommandError(`The account ${account.email} has no second factor.`)
    // The lost phone may still be signed in.
    await endSignIns(trx, account.id, now)
    // An owner who has never opened the app has no user.
    const userId = (await findUserOfAccount(trx, account.id))?.user.id
    await audit(trx, now, 'second factor reset', { userId })
  })
  console.log(`${account.email} can sign in with just the password again, and was signed out on all devices.`)
}

/** Exports the data of a user who asks the operator, because their account is at an external provider. */
export async function exportUser(context: Context, input: CommandInput): Promise<void> {
  const record = await requireUser(context, input)
  const { user } = record
  requireIdentified(record, input, `export-user ${user.userName}`)
  const data = await collectPersonalData(context.database.db, user.id, context.clock.now())
  console.log(JSON.stringify(data, null, 2))
}

export async function deleteUser(context: Context, input: CommandInput): Promise<void> {
  const { database, clock, config } = context
  const { user } = await requireUser(context, input)
  const publicUrl = (await findServerAddress(database.db))?.publicUrl ?? config.publicUrl
  const deletion = createUserDeletion({ db: database.db, clock, config: { ...config, publicUrl } })
  const preview = await deletion.preview(user.id)
  if (!preview) throw new CommandError(`No user has the id ${user.id}.`)
  const { force, yes } = input.flags
  if (preview.isLastAdmin && !force) throw new CommandError(lastAdmin)
  const { removed, kept } = preview
  const list = (names: readonly string[]) =>
    names.length === 0 ? ' none' : names.map((name) => `\n  ${name}`).join('')
  console.log(
    `${describeUser(preview.user)}\nEntries that are removed, because the tournament has not started:${list(removed)}\n` +
      `Entries and places that remain under "former player":${list(kept)}\n` +
      'Name, address, sign-ins and sessions are deleted. They can register again, as a new user.',
  )
  if (!yes) {
    console.log(
      `Nothing was changed. To delete the user, run: ${adminCommand} delete-user --id ${user.id}${force ? ' --force' : ''} --yes`,
    )
    return
  }
  const { kind } = await deletion.deleteUser(user.id, 'operator', { force })
  if (kind === 'last-admin') throw new CommandError(lastAdmin)
  console.log(kind === 'deleted' ? 'Deleted.' : 'Someone else deleted this user in the meantime.')
}

export async function rotateKeys({ database: { db }, clock }: Context, { flags }: CommandInput): Promise<void> {
  if (flags.revoke) {
    const kid = await inTransaction(db, async (trx) => {
      const key = await addSigningKey(trx, clock, { revokesOthers: true })
      await addReceiptKey(trx, clock.now(), { revokesOthers: true })
      // Somebody with a copy of the database could continue every session in it, and get a token of the new key.
      for (const id of await listAccountIds(trx)) await endSignIns(trx, id, clock.now())
      await audit(trx, clock.now(), 'signing keys revoked', { kid: key.kid })
      return key.kid
    })
    console.log(
      `Revoked all earlier keys and ended all sessions. Everyone has to sign in again.\nThe key ${kid} signs from now on. Running processes pick it up within seconds.`,
    )
  } else {
    const kid = await inTransaction(db, async (trx) => {
      const key = await addSigningKey(trx, clock)
      await addReceiptKey(trx, clock.now())
      await audit(trx, clock.now(), 'signing key added', { kid: key.kid })
      return key.kid
    })
    console.log(
      `Added the key ${kid}. Running processes publish it within seconds and start signing with it in one day.`,
    )
  }
}

/** Twenty unambiguous characters, about 100 bits. */
function generatePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
