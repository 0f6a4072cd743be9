import { randomUUID } from 'node:crypto'
import { inTransaction } from '#server/db/database.ts'
import { toAddressKey } from '#server/http/rate-limiter.ts'
import { displayName } from '#server/users/display-name.ts'
import { hasImportedUser } from '#server/users/user-store.ts'
import { type Account, findAccount, findAccountByEmail } from '../accounts/account-store.ts'
import { addConnectedSignIn, findConnectedSignIn, recordUse } from '../accounts/connected-sign-in-store.ts'
import type { Applicant, OpenedInvitation, SignUpDecision, SignUpRefusal } from '../accounts/sign-up-policy.ts'
import type { Upstream, UpstreamIdentity } from '../upstream/upstream-providers.ts'
import type { PageServices } from './page-services.ts'
import { registrationLimit } from './registration-pages.ts'
import { describeSignUpRefusal } from './views/sign-up-refusal.ts'

/** The outcome of a sign-in at an upstream provider (docs/security.md, 21.3). */
export type UpstreamSignIn =
  | { kind: 'account'; account: Account }
  /** An account has this address, which both sides have verified. Its owner has to sign in to it once. */
  | { kind: 'connect'; account: Account }
  /** An account has this address, which one side has not verified. */
  | { kind: 'taken' }
  /** The mailbox learns the rest. */
  | { kind: 'check-mail' }
  | { kind: 'no-email' }
  /** The rules for new accounts do not allow one (docs/security.md, 20). */
  | { kind: 'refused'; refusal: Pick<Extract<SignUpDecision, { isAllowed: false }>, 'reason' | 'invitation'> }
  | { kind: 'too-many'; retryAfterSeconds: number }

type Visitor = { address: string; invitation: OpenedInvitation | undefined }

/** Finds or creates the account of a user who has signed in at an upstream provider. */
export async function findUpstreamAccount(
  services: PageServices,
  upstream: Upstream,
  identity: UpstreamIdentity,
  visitor: Visitor,
): Promise<UpstreamSignIn> {
  const { accountMail, limiter, requiresEmailConfirmation } = services
  const connected = await findConnectedAccount(services, identity)
  if (connected) {
    if (connected.emailVerified || !requiresEmailConfirmation) return { kind: 'account', account: connected }
    await accountMail.confirmUpstreamEmail(connected, upstream.name)
    return { kind: 'check-mail' }
  }
  const { email } = identity
  if (email === undefined) return { kind: 'no-email' }
  const limit = await limiter.consume(`register:address:${toAddressKey(visitor.address)}`, registrationLimit)
  if (!limit.isAllowed) return { kind: 'too-many', retryAfterSeconds: limit.retryAfterSeconds }
  const isEmailProven = identity.emailVerified || requiresEmailConfirmation
  const newcomer = { identity, email, applicant: { isEmailProven, invitation: visitor.invitation } }
  return requiresEmailConfirmation && !identity.emailVerified
    ? registerInBackground(services, upstream, newcomer)
    : connectOrRegister(services, newcomer)
}

type Newcomer = { identity: UpstreamIdentity; email: string; applicant: Applicant }

async function connectOrRegister(services: PageServices, newcomer: Newcomer): Promise<UpstreamSignIn> {
  const { db, accountMail, requiresEmailConfirmation } = services
  const { identity, email, applicant } = newcomer
  const existing = await findAccountByEmail(db, email)
  if (existing?.emailVerified && identity.emailVerified) return { kind: 'connect', account: existing }
  if (existing && !requiresEmailConfirmation) return { kind: 'taken' }
  if (existing) {
    // Never confirmed, so it may be a stranger's. The reader of the mail chooses a password and can then connect it.
    await accountMail.finishRegistration(existing)
    return { kind: 'check-mail' }
  }
  const result = await addUpstreamAccount(services, newcomer)
  if (result.kind === 'added') return { kind: 'account', account: result.account }
  if (result.kind === 'taken') {
    // The same user was faster in another tab.
    const connected = await findConnectedAccount(services, identity)
    return connected ? { kind: 'account', account: connected } : { kind: 'taken' }
  }
  const { invitation } = await services.signUp.preview(db, applicant.invitation, services.clock.now())
  return { kind: 'refused', refusal: { reason: result.reason, invitation } }
}

/** The provider has not verified the address, so nobody may learn here whether it has an account (docs/security.md, 6.4). */
async function registerInBackground(
  services: PageServices,
  upstream: Upstream,
  newcomer: Newcomer,
): Promise<UpstreamSignIn> {
  const { db, clock, signUp, background } = services
  const decision = await signUp.check(db, newcomer.email, newcomer.applicant, clock.now())
  // Only the mailbox learns whether an address belongs to a person from earlier years.
  if (!decision.isAllowed && !(await hasImportedUser(db))) return { kind: 'refused', refusal: decision }
  background.run(() => registerByMail(services, upstream, newcomer))
  return { kind: 'check-mail' }
}

async function findConnectedAccount(
  { db, clock }: PageServices,
  identity: UpstreamIdentity,
): Promise<Account | undefined> {
  const connection = await findConnectedSignIn(db, identity)
  if (!connection) return undefined
  await recordUse(db, connection.id, clock.now())
  return findAccount(db, connection.accountId)
}

async function registerByMail(services: PageServices, upstream: Upstream, newcomer: Newcomer): Promise<void> {
  const { db, accountMail } = services
  const { email } = newcomer
  const result = await addUpstreamAccount(services, newcomer)
  if (result.kind === 'added') return accountMail.confirmUpstreamEmail(result.account, upstream.name)
  const existing = await findAccountByEmail(db, email)
  if (existing)
    return existing.emailVerified ? accountMail.alreadyRegistered(existing) : accountMail.finishRegistration(existing)
  if (result.kind === 'refused')
    await accountMail.signUpRefused(email, describeSignUpRefusal({ reason: result.reason, invitation: undefined }))
}

type Addition =
  | { kind: 'added'; account: Account }
  /** The address has an account, or the subject is connected to one. */
  | { kind: 'taken' }
  | { kind: 'refused'; reason: SignUpRefusal }

/** The only place where a first sign-in creates an account. */
async function addUpstreamAccount(
  { db, clock, signUp }: PageServices,
  { identity, email, applicant }: Newcomer,
): Promise<Addition> {
  const account: Account = {
    id: randomUUID(),
    email,
    emailVerified: identity.emailVerified,
    name: displayName(identity.name, email),
    passwordHash: undefined,
    signInsValidFrom: null,
  }
  class AlreadyConnected extends Error {}
  try {
    return await inTransaction(db, async (trx): Promise<Addition> => {
      const result = await signUp.addAccount(trx, account, applicant, clock.now())
      if (result.kind !== 'added') return result
      const connection = { ...identity, accountId: account.id, email }
      // Rolls back the account, too.
      if (!(await addConnectedSignIn(trx, connection, clock.now()))) throw new AlreadyConnected()
      return { kind: 'added', account }
    })
  } catch (error) {
    if (error instanceof AlreadyConnected) return { kind: 'taken' }
    throw error
  }
}
