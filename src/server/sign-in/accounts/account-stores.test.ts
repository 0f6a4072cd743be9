import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, inTransaction } from '#server/platform/db/database.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import {
  addAccount,
  changeAccountEmail,
  changeAccountName,
  changePassword,
  confirmAccountEmail,
  countPepperedPasswords,
  findAccount,
  findAccountByEmail,
  listAccountIds,
  removeNewAccount,
  replacePasswordHash,
} from './account-store.ts'
import {
  addConnectedSignIn,
  findConnectedSignIn,
  listConnectedSignIns,
  recordUse,
  removeConnectedSignIn,
  removeConnectedSignIns,
} from './connected-sign-in-store.ts'
import { createCode, findCode, redeemCode, removeCodes, removeExpiredCodes } from './one-time-code-store.ts'
import {
  addSecondFactor,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  redeemRecoveryCode,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './second-factor-store.ts'

const now = new Date('2026-04-09T12:00:00.000Z')
const minute = 60_000
const later = (minutes: number) => new Date(now.getTime() + minutes * minute)

/** What the pages of accounts store. The pages themselves are tested on SQLite. */
describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let db: Database['db']
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    db = opened.database.db
  })
  afterAll(() => opened.remove())

  async function add(changes: Parameters<typeof buildAccount>[0] = {}) {
    const account = buildAccount(changes)
    expect(await addAccount(db, account, now)).toBe(true)
    return account
  }

  describe('an account', () => {
    test('is found by its id and its address, which no other has', async () => {
      expect(await listAccountIds(db)).toEqual([])
      const account = await add({ emailVerified: false, passwordHash: undefined })
      expect(await listAccountIds(db)).toEqual([account.id])
      expect(await findAccount(db, account.id)).toEqual(account)
      expect(await findAccountByEmail(db, account.email)).toEqual(account)
      expect(await addAccount(db, buildAccount({ email: account.email }), now)).toBe(false)
      expect(await findAccountByEmail(db, account.email)).toEqual(account)
      await inTransaction(db, (trx) => removeNewAccount(trx, account.id))
      expect(await findAccount(db, account.id)).toBeUndefined()
    })

    test('has another name, a confirmed address and another password, and no other account has', async () => {
      const [account, other] = [await add({ emailVerified: false }), await add({ emailVerified: false })]
      await changeAccountName(db, account.id, 'Åsa')
      await confirmAccountEmail(db, account.id)
      await changePassword(db, account.id, 'new', new Date())
      const changed = { ...account, name: 'Åsa', emailVerified: true, passwordHash: 'new' }
      expect(await findAccount(db, account.id)).toEqual(changed)
      expect(await findAccount(db, other.id)).toEqual(other)
      // A hash is replaced unless the password has been changed since it was read.
      await replacePasswordHash(db, account, 'old password, new hash')
      expect((await findAccount(db, account.id))?.passwordHash).toBe('new')
      await replacePasswordHash(db, changed, 'stronger')
      expect((await findAccount(db, account.id))?.passwordHash).toBe('stronger')
    })

    test('has another address unless it is taken, and then no codes of the old one', async () => {
      const [account, other] = [await add(), await add()]
      const code = await createCode(db, 'confirm-email', { accountId: account.id }, now)
      expect(await changeAccountEmail(db, account.id, other.email, { isVerified: true, now })).toBe(false)
      expect(await findAccount(db, account.id)).toEqual(account)
      expect(await findCode(db, 'confirm-email', code, now)).toBeDefined()
      const email = `new-${account.email}`
      const signInsValidFrom = now.toISOString()
      expect(await changeAccountEmail(db, account.id, email, { isVerified: false, now })).toBe(true)
      expect(await findAccount(db, account.id)).toEqual({ ...account, email, emailVerified: false, signInsValidFrom })
      expect(await findCode(db, 'confirm-email', code, now)).toBeUndefined()
    })

    test('is counted if its password needs another pepper', async () => {
      const before = await countPepperedPasswords(db, 'mine')
      for (const passwordHash of ['mine$argon2id$x', 'lost$argon2id$x', '$argon2id$x', undefined])
        await add({ passwordHash })
      expect(await countPepperedPasswords(db, 'mine')).toBe(before + 1)
      expect(await countPepperedPasswords(db, undefined)).toBe(before + 2)
    })
  })

  describe('a one-time code', () => {
    test('is redeemed once, for its purpose, until it expires', async () => {
      const { id: accountId } = await add()
      const about = { accountId, email: 'new@example.org' }
      const code = await createCode(db, 'reset-password', about, now)
      expect(await findCode(db, 'reset-password', code, later(59))).toEqual({ ...about, isFromOther: 0 })
      expect(await findCode(db, 'reset-password', code, later(60))).toBeUndefined()
      expect(await findCode(db, 'confirm-email', code, now)).toBeUndefined()
      expect(await redeemCode(db, 'confirm-email', code, now)).toBeUndefined()
      expect(await redeemCode(db, 'reset-password', code, later(60))).toBeUndefined()
      const redeemed = await Promise.all([1, 2, 3].map(() => redeemCode(db, 'reset-password', code, later(59))))
      expect(redeemed.filter((found) => found !== undefined)).toEqual([{ ...about, isFromOther: 0 }])
      expect(await findCode(db, 'reset-password', code, now)).toBeUndefined()
    })

    test('ends with the next one for its purpose, with its account’s others, or when it expires', async () => {
      const { id: accountId } = await add()
      const about = { accountId }
      const old = await createCode(db, 'reset-password', about, now)
      const confirming = await createCode(db, 'confirm-email', about, now)
      const fresh = await createCode(db, 'reset-password', about, now)
      const areValid = async () => [
        (await findCode(db, 'reset-password', old, now)) !== undefined,
        (await findCode(db, 'reset-password', fresh, now)) !== undefined,
        (await findCode(db, 'confirm-email', confirming, now)) !== undefined,
      ]
      expect(await areValid()).toEqual([false, true, true])
      await removeExpiredCodes(db, later(60))
      expect(await areValid()).toEqual([false, false, true])
      await removeCodes(db, accountId, 'sign-in')
      expect(await areValid()).toEqual([false, false, true])
      await removeCodes(db, accountId)
      expect(await areValid()).toEqual([false, false, false])
    })

    test('for an account that does not exist is not stored', async () => {
      const code = await createCode(db, 'reset-password', { accountId: 'nobody' }, now)
      expect(await findCode(db, 'reset-password', code, now)).toBeUndefined()
    })
  })

  describe('a connected sign-in', () => {
    test('belongs to one account, and its last use is recorded', async () => {
      const [{ id: accountId }, other] = [await add(), await add()]
      const subject = { issuer: 'https://id.example.org', subject: accountId }
      const email = 'ada@example.org'
      expect(await addConnectedSignIn(db, { ...subject, accountId, email }, now)).toBe(true)
      expect(await addConnectedSignIn(db, { ...subject, accountId, email }, now)).toBe(false)
      expect(await addConnectedSignIn(db, { ...subject, accountId: other.id, email }, now)).toBe(false)
      const found = await findConnectedSignIn(db, subject)
      expect(found).toMatchObject({ ...subject, accountId, email, createdAt: now, lastUsedAt: now })
      expect(await findConnectedSignIn(db, { ...subject, issuer: 'https://other.example.org' })).toBeUndefined()
      await recordUse(db, found?.id ?? '', later(5))
      expect((await findConnectedSignIn(db, subject))?.lastUsedAt).toEqual(later(5))
    })

    test('is listed with the others of its account, the oldest first, and removed by it', async () => {
      const [{ id: accountId }, other] = [await add(), await add()]
      const connect = (issuer: string, minutes: number) =>
        addConnectedSignIn(db, { issuer, subject: accountId, accountId, email: null }, later(minutes))
      for (const [issuer, minutes] of [
        ['second', 2],
        ['first', 1],
        ['third', 3],
      ] as const)
        await connect(issuer, minutes)
      const issuers = async () => (await listConnectedSignIns(db, accountId)).map(({ issuer }) => issuer)
      expect(await issuers()).toEqual(['first', 'second', 'third'])
      const [first] = await listConnectedSignIns(db, accountId)
      expect(await removeConnectedSignIn(db, other.id, first?.id ?? '')).toBe(false)
      expect(await removeConnectedSignIn(db, accountId, first?.id ?? '')).toBe(true)
      expect(await removeConnectedSignIn(db, accountId, first?.id ?? '')).toBe(false)
      expect(await issuers()).toEqual(['second', 'third'])
      await removeConnectedSignIns(db, other.id)
      expect(await issuers()).toEqual(['second', 'third'])
      await removeConnectedSignIns(db, accountId)
      expect(await issuers()).toEqual([])
    })
  })

  describe('a second factor', () => {
    test('is added once, and each of its codes is used once, none before the last', async () => {
      const { id } = await add()
      expect(await findSecondFactor(db, id)).toBeUndefined()
      expect(await addSecondFactor(db, id, { secret: 'sealed', lastStep: 10 }, now)).toBe(true)
      expect(await addSecondFactor(db, id, { secret: 'another', lastStep: 11 }, now)).toBe(false)
      expect(await findSecondFactor(db, id)).toEqual({ secret: 'sealed', createdAt: now })
      expect([await consumeStep(db, id, 9), await consumeStep(db, id, 10)]).toEqual([false, false])
      const used = await Promise.all([1, 2, 3].map(() => consumeStep(db, id, 12)))
      expect(used.toSorted()).toEqual([false, false, true])
      expect([await consumeStep(db, id, 11), await consumeStep(db, id, 13)]).toEqual([false, true])
    })

    test('has recovery codes that work once and end with the next ones, and with itself', async () => {
      const [{ id }, other] = [await add(), await add()]
      for (const account of [id, other.id]) await addSecondFactor(db, account, { secret: 'sealed', lastStep: 10 }, now)
      const digests = (name: string) => [1, 2, 3].map((number) => `${name} ${number} ${id}`)
      const [old = '', fresh = ''] = [digests('old')[0], digests('fresh')[0]]
      await replaceRecoveryCodes(db, id, digests('old'))
      await replaceRecoveryCodes(db, other.id, digests('other'))
      expect(await redeemRecoveryCode(db, other.id, old)).toBe(false)
      await replaceRecoveryCodes(db, id, digests('fresh'))
      expect(await redeemRecoveryCode(db, id, old)).toBe(false)
      const redeemed = await Promise.all([1, 2, 3].map(() => redeemRecoveryCode(db, id, fresh)))
      expect(redeemed.toSorted()).toEqual([false, false, true])
      expect(await countRecoveryCodes(db, id)).toBe(2)
      expect([await removeSecondFactor(db, id), await removeSecondFactor(db, id)]).toEqual([true, false])
      expect([await findSecondFactor(db, id), await countRecoveryCodes(db, id)]).toEqual([undefined, 0])
      expect(await countRecoveryCodes(db, other.id)).toBe(3)
    })
  })
})
