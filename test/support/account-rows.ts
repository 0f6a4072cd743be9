import type { Db } from '#server/platform/db/database.ts'
import { findAccountByEmail } from '#server/sign-in/accounts/account-store.ts'
import { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'

/** The account with this address. */
export async function getAccount(db: Db, email: string) {
  const account = await findAccountByEmail(db, email)
  if (!account) throw new Error(`${email} has no account.`)
  return account
}

/** Adds the user of an account, as its first sign-in in the app does. Returns their id. */
export async function addUserOfAccount(db: Db, email: string, now: Date): Promise<number> {
  const { id: subject, name, emailVerified } = await getAccount(db, email)
  const profile = { name, email, emailVerified, asOf: now }
  return (await addUserWithIdentity(db, { issuer: embeddedIssuer, subject }, profile, now)).user.id
}
