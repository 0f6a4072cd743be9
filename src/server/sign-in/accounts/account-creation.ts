import { randomUUID } from 'node:crypto'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { cleanName } from '#server/users/display-name.ts'
import { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'
import { addAccount } from './account-store.ts'
import { findPasswordError } from './password-rules.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { findPepper } from './pepper.ts'

type Dependencies = {
  database: Database
  config: Pick<Config, 'branding' | 'dataFolder' | 'passwordPepper'>
  clock: Pick<Clock, 'now'>
  /** Lower in tests. Never a setting. */
  passwordCost?: PasswordCost
}

/**
 * Creates an account with a verified address and its user, for the command line. Throws an error with a readable message if
 * the input is invalid.
 */
export async function createAccount(
  { database, config, clock, passwordCost }: Dependencies,
  given: { name: string; email: string; password: string },
): Promise<{ userId: number; subject: string }> {
  const { db } = database
  const name = cleanName(given.name)
  const email = parseEmail(given.email)
  if (name === undefined) throw new Error('The name must not be empty.')
  if (email === undefined) throw new Error(`${given.email} is not an email address.`)
  const error = await findPasswordError(given.password, { name, email, poolName: config.branding.name })
  if (error !== undefined) throw new Error(error)

  const passwords = createPasswords({ pepper: await findPepper(database, config), cost: passwordCost })
  const passwordHash = await passwords.hash(given.password)
  const subject = randomUUID()
  const now = clock.now()
  const account = { id: subject, email, emailVerified: true, name, passwordHash, signInsValidFrom: null }
  if (!(await addAccount(db, account, now))) throw new Error(`${email} already has an account.`)
  const profile = { name, email, emailVerified: true, asOf: now }
  const { user } = await addUserWithIdentity(db, { issuer: embeddedIssuer, subject }, profile, now)
  return { userId: user.id, subject }
}
