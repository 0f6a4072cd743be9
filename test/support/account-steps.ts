import type { Db } from '#server/platform/db/database.ts'
import { findAccountByEmail } from '#server/sign-in/accounts/account-store.ts'
import { addUserWithIdentity, embeddedIssuer } from '#server/users/identity-store.ts'
import type { FormBrowser, FormResponse } from './form-browser.ts'
import { beginSignIn, isCallback } from './oidc-client.ts'
import { getLink, type ReceivedMail } from './smtp-sink.ts'

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

export function openLink(browser: FormBrowser, { pathname, search }: URL): Promise<FormResponse> {
  return browser.get(pathname + search)
}

export function openMail(browser: FormBrowser, mail: ReceivedMail): Promise<FormResponse> {
  return openLink(browser, getLink(mail))
}

/** Asks for a silent renewal, which needs a session of this browser. */
export async function isSignedIn(browser: FormBrowser, origin: string): Promise<boolean> {
  const { path } = beginSignIn(origin, { prompt: 'none' })
  const answer = await browser.follow(await browser.get(path), isCallback)
  return answer.location?.searchParams.has('code') === true
}
