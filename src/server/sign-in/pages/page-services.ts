import type { FastifyReply } from 'fastify'
import type { Transaction } from 'kysely'
import type Provider from 'oidc-provider'
import type { Outbox } from '#server/delivery/outbox/outbox.ts'
import type { Branding } from '#server/platform/branding/branding.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, inRetriedTransaction } from '#server/platform/db/database.ts'
import type { EventBus } from '#server/platform/db/event-bus.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { type Limit, type RateLimiter, toAddressKey } from '#server/platform/http/rate-limiter.ts'
import { createSigner } from '#server/platform/http/signer.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { createAccountMail } from '#server/sign-in/accounts/account-mail.ts'
import type { Account } from '#server/sign-in/accounts/account-store.ts'
import { createCredentialCheck } from '#server/sign-in/accounts/password-attempts.ts'
import type { Passwords } from '#server/sign-in/accounts/passwords.ts'
import type { SecondFactors } from '#server/sign-in/accounts/second-factors.ts'
import { createSignUpPolicy } from '#server/sign-in/accounts/sign-up-policy.ts'
import type { PublishEndedSessions } from '#server/sign-in/provider/provider-sessions.ts'
import type { Secrets } from '#server/sign-in/provider/secrets-store.ts'
import { createUpstreams } from '#server/sign-in/upstream/upstream-providers.ts'
import { createUpstreamRequests } from '#server/sign-in/upstream/upstream-requests.ts'
import { type AccountRequest, addAccountRequest } from './account-requests.ts'
import { createCodeCheck } from './code-check.ts'
import { createMailedCodes } from './mailed-codes.ts'
import { createPageCookies } from './page-cookies.ts'
import { createPageForms } from './page-forms.ts'
import { formatRetryDelay } from './views/form-parts.ts'
import type { DeletionPreview } from './views/personal-data-pages.ts'
import { describeRefusal } from './views/sign-in-page.ts'

/** The factor that was refused: a password, or a code. */
export type SignInFailure = 'password' | 'code'

/** Exports and deletes the data of a person. Implemented by user administration. */
export type OwnData = {
  /** Everything that is stored about a user. */
  collectPersonalData(db: Database['db'], userId: number, now: Date): Promise<unknown>
  /** Everything that is stored about an account whose owner has never opened the app. */
  collectAccountData(db: Database['db'], accountId: string, now: Date): Promise<unknown>
  deletion: {
    preview(userId: number): Promise<DeletionPreview | undefined>
    deleteUser(userId: number, by: 'owner'): Promise<{ kind: 'deleted' | 'last-admin' | 'not-found' }>
    deleteAccountWithoutUser(accountId: string): Promise<void>
  }
}

export type PageOptions = {
  database: Database
  config: Config
  secrets: Secrets
  outbox: Pick<Outbox, 'wake'>
  eventBus: Pick<EventBus, 'publish'>
  limiter: RateLimiter
  clock: Clock
  log: Log
  branding: Branding
  ownData: OwnData
  onSignInFailure?: ((by: SignInFailure) => void) | undefined
}

/** The services of the provider that its pages use as well. */
export type SharedServices = {
  provider: Provider
  passwords: Passwords
  secondFactors: SecondFactors
  publishEndedSessions: PublishEndedSessions
}

export type PageServices = ReturnType<typeof createPageServices>

/** The services behind the sign-in pages. */
export function createPageServices(shared: SharedServices, options: PageOptions) {
  const { database, config, secrets, outbox, limiter, clock, log, branding, ownData } = options
  const { db } = database
  const { publicUrl } = config
  const signer = createSigner(secrets.formKeys)
  const pageCookies = createPageCookies({ publicUrl, signer, db, clock })
  const { cookies, devices } = pageCookies
  const accountMail = createAccountMail({ clock, publicUrl })
  /** Runs `work`, which must have no effect outside `trx`, and then sends the emails that it has added. */
  async function inTransaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const result = await inRetriedTransaction(db, work)
    outbox.wake()
    return result
  }
  /** Counts the refusals of `check`. */
  function counted<Args extends unknown[], Result extends { kind: string }>(
    by: SignInFailure,
    check: (...args: Args) => Promise<Result>,
  ) {
    return async (...args: Args): Promise<Result> => {
      const result = await check(...args)
      if (['refused', 'wrong', 'too-many'].includes(result.kind)) options.onSignInFailure?.(by)
      return result
    }
  }
  /** Stores a request, which is handled after the response. */
  async function request(request: AccountRequest): Promise<void> {
    await addAccountRequest(db, request, clock.now())
    // After the response has been written, whose time must not depend on the address.
    setImmediate(outbox.wake)
  }
  const checkCredentials = counted('password', createCredentialCheck({ ...shared, db, limiter, log }))
  const mailedCodes = createMailedCodes({ db, clock, limiter, signer, devices, request })
  return {
    ...shared,
    db,
    clock,
    limiter,
    /** Returns the delay if this network address has done it too often, and sends it as a header, too. */
    async limitAddress(reply: FastifyReply, action: string, limit: Limit): Promise<string | undefined> {
      const key = `${action}:address:${toAddressKey(reply.request.ip)}`
      const { isAllowed, retryAfterSeconds } = await limiter.consume(key, limit)
      if (isAllowed) return undefined
      reply.header('Retry-After', retryAfterSeconds)
      return formatRetryDelay(retryAfterSeconds)
    },
    publicUrl,
    poolName: branding.name,
    /** The time zone in which the pages show times. */
    timeZone: config.timeZone,
    /** With SMTP, an address must be confirmed before it can sign in or replace the old one. */
    requiresEmailConfirmation: config.mail.kind === 'smtp',
    upstreams: createUpstreams(config, clock, log),
    upstreamRequests: createUpstreamRequests(db, clock),
    /** Checks email address and password. If they are refused, returns what the page with the form says. */
    async checkPassword(reply: FastifyReply, email: string, password: string) {
      const { request } = reply
      const knownDevice = (account: Account) => devices.find(request, account)
      const checked = await checkCredentials({ email, password, address: request.ip, knownDevice })
      if (checked.kind === 'account') return checked
      if (checked.kind === 'too-many') reply.header('Retry-After', checked.retryAfterSeconds)
      const status = checked.kind === 'refused' ? 400 : 429
      return { kind: 'refused', status, error: describeRefusal(checked) } as const
    },
    signUp: createSignUpPolicy(config.signUp),
    ...pageCookies,
    checkCode: counted('code', createCodeCheck({ ...shared, devices, accountMail, limiter, inTransaction })),
    mailedCodes: { ...mailedCodes, check: counted('code', mailedCodes.check) },
    forms: createPageForms({ signer, publicUrl, cookies }),
    accountMail,
    inTransaction,
    request,
    ownData,
  }
}
