import { randomUUID } from 'node:crypto'
import type { Channel } from '#server/delivery/outbox/outbox-channel.ts'
import { addMessages, removeMessage } from '#server/delivery/outbox/outbox-store.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { createAccountMail } from '#server/sign-in/accounts/account-mail.ts'
import { type Account, findAccount, findAccountByEmail, lockAccount } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns, passkeyIssuer } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { type Applicant, createSignUpPolicy } from '#server/sign-in/accounts/sign-up-policy.ts'
import { describeSignUpRefusal } from './views/sign-up-refusal.ts'

/** A request that names an address. Whether the address has an account is looked up after the response (docs/security.md, 6.4). */
export type AccountRequest = { email: string } & (
  | { kind: 'register'; account: Account; applicant: Applicant; provider?: string }
  | { kind: 'confirm-email'; accountId: string; provider?: string }
  | { kind: 'reset-password' }
  /** `device`: the id of the one that asks, if the account has signed in on it before. */
  | { kind: 'sign-in-code'; uid: string; code: string; device: string | undefined }
  | { kind: 'wrong-codes' }
  | { kind: 'change-email'; accountId: string; signInsValidFrom: string | null }
)

export type Registration = Extract<AccountRequest, { kind: 'register' }>

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'now'>
  limiter: RateLimiter
  config: Pick<Config, 'publicUrl' | 'signUp'>
  /** Sends the emails that have been added. */
  wake(): void
}

/** The kinds of emails, each with its own limit: codes that anybody can ask for must not keep the owner from a new password. */
const mailKinds = {
  register: 'confirmation',
  'confirm-email': 'confirmation',
  'change-email': 'change',
  'reset-password': 'reset',
  'sign-in-code': 'code',
} as const
const mailboxLimit = { points: 5, seconds: 30 * 60 }

/** Stores a request, so that it is not lost even if the process is killed after the response. */
export async function addAccountRequest(db: Db, request: AccountRequest, now: Date): Promise<void> {
  const message = { channel: 'account-request' as const, requestKey: randomUUID(), recipient: request.email }
  await addMessages(db, [{ ...message, payload: request, isDeletedWhenDone: true }], now)
}

/** Handles requests: the account and the email of each are written once, in the transaction that removes it. */
export function createAccountRequestChannel({ db, clock, limiter, config, wake }: Options): Channel {
  const signUp = createSignUpPolicy(config.signUp)
  const accountMail = createAccountMail({ clock, publicUrl: config.publicUrl })

  async function handle(trx: Db, request: AccountRequest): Promise<void> {
    const { kind, email } = request
    if (kind === 'register') return register(trx, request)
    if (kind === 'reset-password') return accountMail.resetPassword(trx, await findAccountByEmail(trx, email))
    if (kind === 'sign-in-code') return accountMail.signInCode(trx, await findAccountByEmail(trx, email), request)
    if (kind === 'wrong-codes') return accountMail.wrongMailedCodes(trx, await findAccountByEmail(trx, email))
    // A new password ends what was asked for with the old one.
    if (kind === 'change-email' && !(await lockAccount(trx, { ...request, id: request.accountId }))) return
    const account = await findAccount(trx, request.accountId)
    if (!account) return
    if (kind === 'confirm-email') {
      // Without a password or a provider, there is nothing with which its owner could confirm the address.
      const signIns = await listConnectedSignIns(trx, account.id)
      const canConfirm = account.passwordHash !== undefined || signIns.some(({ issuer }) => issuer !== passkeyIssuer)
      if (!canConfirm) return accountMail.finishRegistration(trx, account)
      return accountMail.confirmEmail(trx, account, request.provider)
    }
    const other = await findAccountByEmail(trx, email)
    await (other ? accountMail.alreadyRegistered(trx, other) : accountMail.changeEmail(trx, account, email))
  }

  async function register(trx: Db, { account, applicant, provider }: Registration): Promise<void> {
    const result = await signUp.addAccount(trx, account, applicant, clock.now())
    if (result.kind === 'added') return accountMail.confirmEmail(trx, account, provider)
    const existing = await findAccountByEmail(trx, account.email)
    // If it was never confirmed, its password may be a stranger's. The reader of the email chooses a new one.
    if (existing?.emailVerified) return accountMail.alreadyRegistered(trx, existing)
    if (existing) return accountMail.finishRegistration(trx, existing)
    if (result.kind === 'refused')
      await accountMail.signUpRefused(trx, account.email, describeSignUpRefusal({ ...result, invitation: undefined }))
  }

  return {
    name: 'account-request',
    concurrency: 1,
    leaseMs: 15_000,
    async send({ id, payload }) {
      // Written by `addAccountRequest`.
      const request = payload as AccountRequest
      // Silently: the requester must not learn whether an email was sent.
      const sender = 'device' in request && request.device ? `device:${request.device}` : sha256(request.email)
      if (request.kind !== 'wrong-codes') {
        const counter = `mail:${mailKinds[request.kind]}:${sender}`
        if (!(await limiter.consume(counter, mailboxLimit)).isAllowed) return
      }
      await inRetriedTransaction(db, async (trx) => {
        // False if another process has handled it since.
        if (await removeMessage(trx, id)) await handle(trx, request)
      })
      wake()
    },
  }
}
