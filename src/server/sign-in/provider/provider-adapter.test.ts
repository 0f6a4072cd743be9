import Provider from 'oidc-provider'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addAccount } from '#server/sign-in/accounts/account-store.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createProviderAdapter } from './provider-adapter.ts'
import { endSignIns } from './provider-sessions.ts'
import { removeExpiredRecords, removeOldestRecords, removeRecordsOfAccount } from './provider-store.ts'

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  const clock = buildClock()
  const adapter = (model: string) => createProviderAdapter(opened.database.db, clock, model)
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
  })
  afterEach(() => opened.remove())

  test('a record is found by its id and its uid until it expires', async () => {
    const sessions = adapter('Session')
    await sessions.upsert('s1', { uid: 'u1', accountId: 'a1', jti: 's1' }, 60)
    await sessions.upsert('s1', { uid: 'u1', accountId: 'a1', jti: 's1', loginTs: 5 }, 60)
    expect(await sessions.find('s1')).toMatchObject({ uid: 'u1', loginTs: 5 })
    expect(await sessions.findByUid('u1')).toMatchObject({ jti: 's1' })
    expect(await adapter('Grant').find('s1')).toBeUndefined()
    clock.advance(60_000)
    expect(await sessions.find('s1')).toBeUndefined()
    await removeExpiredRecords(opened.database.db, clock.now())
    const left = await opened.database.db.selectFrom('provider_records').select('id').execute()
    expect(left).toEqual([])
  })

  test('of concurrent requests for a code, one succeeds', async () => {
    const codes = adapter('AuthorizationCode')
    await codes.upsert('c1', { jti: 'c1', grantId: 'g1' }, 60)
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume('c1')))
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    expect(await codes.find('c1')).toMatchObject({ consumed: Math.floor(clock.now().getTime() / 1000) })
  })

  test('records end with their grant; an interaction survives it', async () => {
    await adapter('AuthorizationCode').upsert('c1', { grantId: 'g1' }, 60)
    await adapter('AuthorizationCode').upsert('c2', { grantId: 'g2' }, 60)
    await adapter('Interaction').upsert('i1', { grantId: 'g1' }, 60)
    await adapter('AuthorizationCode').revokeByGrantId('g1')
    expect(await adapter('AuthorizationCode').find('c1')).toBeUndefined()
    expect(await adapter('AuthorizationCode').find('c2')).toBeDefined()
    expect(await adapter('Interaction').find('i1')).toBeDefined()
  })

  test('beyond a maximum, the records that expire first are removed', async () => {
    for (const [index, seconds] of [40, 10, 30, 20].entries())
      await adapter('Interaction').upsert(`i${index}`, {}, seconds)
    await adapter('Grant').upsert('g1', {}, 5)
    await removeOldestRecords(opened.database.db, 'Interaction', 2)
    const left = await opened.database.db.selectFrom('provider_records').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['g1', 'i0', 'i2'])
  })

  test('a session in which nobody is signed in is not stored', async () => {
    await adapter('Session').upsert('s1', { uid: 'u1', jti: 's1', state: { state: 'x'.repeat(1000) } }, 60)
    expect(await adapter('Session').find('s1')).toBeUndefined()
  })

  test('a session that has ended is not stored again, not even by a request that was using it', async () => {
    const { db } = opened.database
    const account = buildAccount()
    await addAccount(db, account, clock.now())
    const sessions = adapter('Session')
    const session = { uid: 'u1', accountId: account.id }
    await sessions.upsert('s1', session, 60)
    const request = vi.spyOn(Provider, 'ctx', 'get')
    const login = (signInsValidFrom: string | null) => ({ oidc: { result: { login: { signInsValidFrom } } } })
    const during = (ctx: object) => request.mockReturnValue(ctx as typeof Provider.ctx)

    during({ oidc: {} })
    await sessions.find('s1')
    await sessions.upsert('s1', session, 60)
    await endSignIns(db, account.id, clock.now())
    await expect(sessions.upsert('s1', session, 60)).rejects.toThrow('invalid_request')
    during(login(null))
    await expect(sessions.upsert('s2', session, 60)).rejects.toThrow('invalid_request')
    for (const id of ['s1', 's2']) expect(await sessions.find(id)).toBeUndefined()
    during(login(clock.now().toISOString()))
    await sessions.upsert('s3', session, 60)
    expect(await sessions.find('s3')).toMatchObject(session)
    request.mockRestore()
  })

  test('an unfinished sign-in belongs to the account that it has got as far as', async () => {
    const interactions = adapter('Interaction')
    await interactions.upsert('i1', { result: { login: { accountId: 'a1' } } }, 60)
    await interactions.upsert('i2', { result: { firstFactor: { accountId: 'a1' } } }, 60)
    await interactions.upsert('i3', { result: { connection: { accountId: 'a1' } } }, 60)
    await interactions.upsert('i4', { session: { accountId: 'a1' } }, 60)
    await interactions.upsert('i5', { session: { accountId: 'a1' }, result: { login: { accountId: 'a2' } } }, 60)
    await interactions.upsert('i6', { result: {} }, 60)
    await removeRecordsOfAccount(opened.database.db, 'a1')
    const left = await opened.database.db.selectFrom('provider_records').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['i5', 'i6'])
  })

  test('signing out everywhere ends the sessions of one account only', async () => {
    await adapter('Session').upsert('s1', { uid: 'u1', accountId: 'a1' }, 60)
    await adapter('Session').upsert('s2', { uid: 'u2', accountId: 'a1' }, 60)
    await adapter('Session').upsert('s3', { uid: 'u3', accountId: 'a2' }, 60)
    await removeRecordsOfAccount(opened.database.db, 'a1')
    expect(await adapter('Session').find('s1')).toBeUndefined()
    expect(await adapter('Session').find('s2')).toBeUndefined()
    expect(await adapter('Session').find('s3')).toBeDefined()
  })
})
