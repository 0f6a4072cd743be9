import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toSignInName } from '#server/delivery/mail/email-address.ts'
import type { Outbox } from '#server/delivery/outbox/outbox.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { createVault } from '#server/platform/secrets/vault.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { isCurrentReading } from '#server/users/provider-group-roles.ts'
import { createAccountMail, type SecondFactorChange } from './account-mail.ts'
import { type Account, endUnfinishedSignIns, lockAccount } from './account-store.ts'
import { addAccountAuditEntry, findUserOfAccount } from './account-user.ts'
import { listConnectedSignIns } from './connected-sign-in-store.ts'
import type { Pepper } from './pepper.ts'
import {
  addSecondFactor,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  redeemRecoveryCode,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './second-factor-store.ts'

export type SecondFactors = ReturnType<typeof createSecondFactors>

export type SecondFactorStatus = { createdAt: Date; recoveryCodes: number }

/** The form sends `sealedSecret` back; only this server can decrypt it, and only for this account. */
export type SecondFactorProposal = { sealedSecret: string; secret: string; url: string }

export type CodeCheck = { kind: 'right' } | { kind: 'wrong' } | { kind: 'too-many'; retryAfterSeconds: number }

type TurnedOn = { codes: readonly string[]; account: Account }

type Options = {
  database: Database
  config: Pick<Config, 'publicUrl' | 'requireSecondFactor' | 'branding'>
  secrets: { secondFactorKey: string }
  clock: Pick<Clock, 'now'>
  log: Log
  outbox: Pick<Outbox, 'wake'>
}

const secretBytes = 20
const stepSeconds = 30
/** Codes of the previous and the next 30 seconds are accepted, too. */
const acceptedSteps = 1
const recoveryCodeCount = 10
/** The characters of recovery codes, without letters and digits that look alike. */
const recoveryAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The second factor of accounts: codes from an authenticator app (RFC 6238) and recovery codes (docs/security.md, 6.6). */
export function createSecondFactors(options: Options, pepper: Pepper | null) {
  const { config, secrets, clock, log, outbox } = options
  const { db } = options.database
  const accountMail = createAccountMail({ clock, publicUrl: config.publicUrl })
  // Each secret is encrypted for one account. With a pepper, a stolen database alone does not reveal it (docs/security.md, 6.6).
  const vault = createVault(secrets.secondFactorKey, pepper?.secret ?? '', 'second factor')

  /** Records a change and notifies the owner. */
  async function report(trx: Db, account: Account, action: SecondFactorChange): Promise<void> {
    await addAccountAuditEntry(trx, account.id, { action }, clock.now())
    await accountMail.secondFactorChanged(trx, account, action)
  }

  async function change<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    const result = await inTransaction(db, work)
    outbox.wake()
    return result
  }

  function toTotp(account: Account, secret: Buffer): TOTP {
    return new TOTP({
      // Authenticator apps show it.
      issuer: config.branding.name,
      label: toSignInName(account.email),
      secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
      period: stepSeconds,
    })
  }

  /** The time step of the code; undefined if it is wrong. */
  function findStep(account: Account, secret: Buffer, code: string): number | undefined {
    const timestamp = clock.now().getTime()
    const delta = toTotp(account, secret).validate({ token: code, timestamp, window: acceptedSteps })
    return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSeconds) + delta
  }

  return {
    /** Undefined if the account has none. */
    async find(accountId: string): Promise<SecondFactorStatus | undefined> {
      const factor = await findSecondFactor(db, accountId)
      return factor && { createdAt: factor.createdAt, recoveryCodes: await countRecoveryCodes(db, accountId) }
    },

    /** Whether this account must have one (REQUIRE_SECOND_FACTOR). */
    async isRequired(accountId: string): Promise<boolean> {
      if (config.requireSecondFactor === 'off') return false
      const owner = await findUserOfAccount(db, accountId)
      if (owner?.user.isPowerUser) return true
      const connected = await listConnectedSignIns(db, accountId)
      return connected.some(({ groupRole, groupsReadAt }) => groupRole && isCurrentReading(groupsReadAt, clock.now()))
    },

    /**
     * A secret to scan: the earlier proposal's, which may have been scanned already, or a new one. Nothing is stored
     * until `turnOn` proves that the app has it.
     */
    propose(account: Account, sealedSecret = ''): SecondFactorProposal {
      const secret = vault.open(account.id, sealedSecret) ?? randomBytes(secretBytes)
      const totp = toTotp(account, secret)
      return { sealedSecret: vault.seal(account.id, secret), secret: totp.secret.base32, url: totp.toString() }
    },

    /**
     * Ends unfinished sign-ins. Returns the recovery codes and the changed account, or undefined if the code is wrong, the
     * account has a second factor already, or its sign-ins were ended after it was read.
     */
    async turnOn(account: Account, sealedSecret: string, code: string): Promise<TurnedOn | undefined> {
      const secret = vault.open(account.id, sealedSecret)
      const step = secret && findStep(account, secret, code.replace(/\s/g, ''))
      if (step === undefined) return undefined
      const codes = createRecoveryCodes()
      const now = clock.now()
      return change(async (trx) => {
        if (!(await lockAccount(trx, account))) return undefined
        const factor = { secret: sealedSecret, lastStep: step }
        if (!(await addSecondFactor(trx, account.id, factor, now))) return undefined
        await replaceRecoveryCodes(trx, account.id, codes.map(digestOf))
        await endUnfinishedSignIns(trx, account.id, now)
        await report(trx, account, 'second factor turned on')
        return { codes, account: { ...account, signInsValidFrom: now.toISOString() } }
      })
    },

    /** Consumes a code from the app or a recovery code. Returns false if it is wrong. `createCodeCheck` limits the attempts. */
    async redeem(account: Account, text: string): Promise<boolean> {
      const code = normalise(text)
      if (!isAppCode(text)) return redeemRecoveryCode(db, account.id, digestOf(code))
      const factor = await findSecondFactor(db, account.id)
      const secret = factor && vault.open(account.id, factor.secret)
      if (factor && !secret)
        log.error({ account: account.id }, 'the second factor was encrypted with another key or pepper')
      const step = secret && findStep(account, secret, code)
      return step !== undefined && consumeStep(db, account.id, step)
    },

    /** Replaces all recovery codes. */
    async renewRecoveryCodes(account: Account): Promise<readonly string[]> {
      const recoveryCodes = createRecoveryCodes()
      await change(async (trx) => {
        await replaceRecoveryCodes(trx, account.id, recoveryCodes.map(digestOf))
        await report(trx, account, 'recovery codes renewed')
      })
      return recoveryCodes
    },

    /** With `since`, only one that was turned on then or later. */
    async turnOff(trx: Db, account: Account, since?: Date): Promise<void> {
      if (await removeSecondFactor(trx, account.id, since)) await report(trx, account, 'second factor turned off')
    },
  }
}

/** Whether the text is a code from an app. Any other is a recovery code. */
export function isAppCode(text: string): boolean {
  return /^\d{6}$/.test(normalise(text))
}

function normalise(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase()
}

/** Four groups of four characters: 80 random bits, so that their digests cannot be reversed. */
function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = [...randomBytes(16)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length]).join('')
    return text.replace(/.{4}(?=.)/g, '$&-')
  })
}

function digestOf(recoveryCode: string): string {
  return sha256(recoveryCode.replaceAll('-', ''))
}
