import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Account, findAccount, findAccountByEmail } from '#server/sign-in/accounts/account-store.ts'
import { findConnectedSignIn, recordUse } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import type { SignUpDecision } from '#server/sign-in/accounts/sign-up-policy.ts'
import type { Upstream, UpstreamIdentity } from '#server/sign-in/upstream/upstream-providers.ts'
import { displayName } from '#server/users/display-name.ts'
import { hasImportedUser } from '#server/users/user-store.ts'
import type { Registration } from './account-requests.ts'
import type { PageServices } from './page-services.ts'
import { registrationLimit } from './registration-pages.ts'

/** The outcome of a sign-in at an upstream provider (docs/security.md, 21.3). */
type UpstreamSignIn =
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
  | { kind: 'too-many'; wait: string }

/** Finds or creates the account of a user who has signed in at an upstream provider. */
export async function findUpstreamAccount(
  services: PageServices,
  upstream: Upstream,
  identity: UpstreamIdentity,
  reply: FastifyReply,
): Promise<UpstreamSignIn> {
  const { db, clock, signUp, requiresEmailConfirmation } = services
  const connected = await findConnectedAccount(services, identity)
  if (connected) {
    const isLetIn = connected.emailVerified || connected.admittedBy !== undefined || !requiresEmailConfirmation
    if (isLetIn) return { kind: 'account', account: connected }
    const request = { email: connected.email, accountId: connected.id, provider: upstream.name }
    await services.request({ kind: 'confirm-email', ...request })
    return { kind: 'check-mail' }
  }
  const { email } = identity
  if (email === undefined) return { kind: 'no-email' }
  const wait = await services.limitAddress(reply, 'register', registrationLimit)
  if (wait !== undefined) return { kind: 'too-many', wait }
  const isEmailProven = identity.emailVerified || requiresEmailConfirmation
  const account: Account = {
    id: randomUUID(),
    email,
    emailVerified: identity.emailVerified,
    name: displayName(identity.name, email),
    passwordHash: undefined,
    signInsValidFrom: null,
  }
  const applicant = { isEmailProven, invitation: services.invitationCookie.find(reply.request), identity }
  const registration = { kind: 'register', email, account, applicant, provider: upstream.name } as const
  if (identity.emailVerified || !requiresEmailConfirmation) return connectOrRegister(services, registration, identity)
  // The provider has not verified the address, so nobody may learn here whether it has an account, or belongs to a person
  // from earlier years (docs/security.md, 6.4).
  const decision = await signUp.check(db, email, applicant, clock.now())
  if (!decision.isAllowed && !(await hasImportedUser(db))) return { kind: 'refused', refusal: decision }
  await services.request(registration)
  return { kind: 'check-mail' }
}

async function connectOrRegister(
  services: PageServices,
  registration: Registration,
  identity: UpstreamIdentity,
): Promise<UpstreamSignIn> {
  const { db, clock, signUp, requiresEmailConfirmation } = services
  const { email, account, applicant } = registration
  const existing = await findAccountByEmail(db, email)
  if (existing?.emailVerified && identity.emailVerified) return { kind: 'connect', account: existing }
  if (existing && !requiresEmailConfirmation) return { kind: 'taken' }
  if (existing) {
    // Never confirmed, so it may be a stranger's. The reader of the mail chooses a password and can then connect it.
    await services.request(registration)
    return { kind: 'check-mail' }
  }
  const result = await services.inTransaction((trx) => signUp.addAccount(trx, account, applicant, clock.now()))
  if (result.kind === 'added') return { kind: 'account', account }
  if (result.kind === 'taken') {
    // The user has done this in another tab meanwhile.
    const connected = await findConnectedAccount(services, identity)
    return connected ? { kind: 'account', account: connected } : { kind: 'taken' }
  }
  const { invitation } = await signUp.preview(db, applicant.invitation, clock.now())
  return { kind: 'refused', refusal: { reason: result.reason, invitation } }
}

async function findConnectedAccount({ db, clock }: PageServices, identity: UpstreamIdentity) {
  const connection = await findConnectedSignIn(db, identity)
  if (!connection) return undefined
  await recordUse(db, connection.id, clock.now())
  return findAccount(db, connection.accountId)
}
