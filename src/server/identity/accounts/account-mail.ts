import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { Clock } from '#server/db/clock.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { RateLimiter } from '#server/http/rate-limiter.ts'
import {
  alreadyRegisteredMessage,
  changeEmailMessage,
  confirmEmailMessage,
  confirmUpstreamEmailMessage,
  emailChangedMessage,
  finishRegistrationMessage,
  passwordChangedMessage,
  resetPasswordMessage,
  secondFactorChangedMessage,
  signInChangedMessage,
  signUpRefusedMessage,
} from '#server/mail/account-messages.ts'
import { addMail, type MailMessage } from '#server/mail/mail-queue.ts'
import type { Outbox } from '#server/outbox/outbox.ts'
import { sha256 } from '#server/sha256.ts'
import type { Account } from './account-store.ts'
import { type CodePurpose, createCode } from './one-time-code-store.ts'

/** The emails about accounts. Each is sent once; an address receives at most five in 30 minutes. */
export type AccountMail = {
  confirmEmail(account: Account): Promise<void>
  /** For an account that was created at an upstream provider. */
  confirmUpstreamEmail(account: Account, provider: string): Promise<void>
  alreadyRegistered(account: Account): Promise<void>
  finishRegistration(account: Account): Promise<void>
  /** `reason`: a sentence that says whom to ask. */
  signUpRefused(email: string, reason: string): Promise<void>
  /** Does the same work for an address without an account, so that other requests take as long (docs/security.md, 6.4). */
  resetPassword(email: string, account: Account | undefined): Promise<void>
  passwordChanged(account: Account): Promise<void>
  secondFactorChanged(account: Account, change: { isOn: boolean }): Promise<void>
  signInChanged(account: Account, change: { provider: string; isConnected: boolean }): Promise<void>
  changeEmail(account: Account, email: string): Promise<void>
  emailChanged(account: Account, email: string): Promise<void>
}

type Options = {
  db: Kysely<Tables>
  outbox: Pick<Outbox, 'wake'>
  limiter: RateLimiter
  clock: Pick<Clock, 'now'>
  publicUrl: string
}

const mailboxLimit = { points: 5, seconds: 30 * 60 }
/** A placeholder for the account of an unknown address. Its email is never sent (`mailer`). */
const nobody = { id: 'nobody', name: 'Nobody', email: 'nobody@player-pool.invalid' }

export function createAccountMail({ db, outbox, limiter, clock, publicUrl }: Options): AccountMail {
  async function send(
    email: string,
    write: (trx: Db) => Promise<MailMessage>,
    recipient: string = email,
  ): Promise<void> {
    const mailbox = sha256(email)
    // Silently: the requester must not learn whether the email was sent.
    if (!(await limiter.consume(`mail:${mailbox}`, mailboxLimit)).isAllowed) return
    await inTransaction(db, async (trx) => {
      const message = await write(trx)
      const requestKey = `account:${randomUUID()}`
      await addMail(trx, { requestKey, recipient, message, isHighPriority: true }, clock.now())
    })
    outbox.wake()
  }

  async function createLink(
    trx: Db,
    purpose: CodePurpose,
    account: Pick<Account, 'id'>,
    path: string,
    email: string | null = null,
  ) {
    const code = await createCode(trx, purpose, { accountId: account.id, email }, clock.now())
    return `${publicUrl}${path}?code=${code}`
  }

  const forgotPasswordUrl = `${publicUrl}${identityPaths.forgotPassword}`

  return {
    confirmEmail: (account) =>
      send(account.email, async (trx) => {
        const url = await createLink(trx, 'confirm-email', account, identityPaths.confirmEmail)
        return confirmEmailMessage({ url })
      }),
    confirmUpstreamEmail: (account, provider) =>
      send(account.email, async (trx) => {
        const url = await createLink(trx, 'confirm-email', account, identityPaths.confirmEmail)
        return confirmUpstreamEmailMessage({ provider, url })
      }),
    alreadyRegistered: ({ email, name }) =>
      send(email, async () => alreadyRegisteredMessage({ name, url: forgotPasswordUrl })),
    finishRegistration: (account) =>
      send(account.email, async (trx) => {
        const url = await createLink(trx, 'reset-password', account, identityPaths.resetPassword)
        return finishRegistrationMessage({ url })
      }),
    signUpRefused: (email, reason) => send(email, async () => signUpRefusedMessage({ reason })),
    resetPassword(email, account) {
      const owner = account ?? nobody
      return send(
        email,
        async (trx) => {
          const url = await createLink(trx, 'reset-password', owner, identityPaths.resetPassword)
          return resetPasswordMessage({ name: owner.name, url })
        },
        owner.email,
      )
    },
    passwordChanged: ({ email, name }) =>
      send(email, async () => passwordChangedMessage({ name, url: forgotPasswordUrl })),
    secondFactorChanged: ({ email, name }, { isOn }) =>
      send(email, async () => secondFactorChangedMessage({ name, isOn, url: forgotPasswordUrl })),
    signInChanged: ({ email, name }, { provider, isConnected }) =>
      send(email, async () => signInChangedMessage({ name, provider, isConnected, url: forgotPasswordUrl })),
    changeEmail: (account, email) =>
      send(email, async (trx) => {
        const url = await createLink(trx, 'change-email', account, identityPaths.confirmNewEmail, email)
        return changeEmailMessage({ name: account.name, url })
      }),
    emailChanged: (account, email) =>
      send(account.email, async () => emailChangedMessage({ name: account.name, email })),
  }
}
