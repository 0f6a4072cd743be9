import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setRole } from '#server/users/user-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { canSetUp, createFirstAdmin, createFirstSetupLink, replaceSetupLink } from './first-admin.ts'

const start = new Date('2026-04-01T12:00:00.000Z')

describe.each(databaseKinds())('the first admin on $name', (kind) => {
  async function open() {
    const opened = await openTestDatabase(kind)
    let now = start
    const options = {
      database: opened.database,
      clock: { now: () => now },
      config: { publicUrl: 'https://pool.example.org' },
    }
    const codeOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('code') ?? ''
    return {
      db: opened.database.db,
      options,
      remove: opened.remove,
      wait: (minutes: number) => {
        now = new Date(now.getTime() + minutes * 60_000)
      },
      first: async () => codeOf(await createFirstSetupLink(options)),
      replace: async () => codeOf(await replaceSetupLink(options)),
      canSetUp: (code: string) => canSetUp(opened.database.db, code, now),
      create: (code: string, account = buildAccount()) => createFirstAdmin(opened.database.db, code, account, now),
    }
  }

  it('is created by a link, which ends with every other link', async () => {
    const { db, options, first, canSetUp: can, create, remove } = await open()
    // Two processes that start together.
    const [code, other] = [await first(), await first()]
    expect(code).toMatch(/^[\w-]{43}$/)
    expect([await can(code), await can(other), await can(randomUUID()), await can('')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    const stored = await db.selectFrom('setup_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(code)

    expect(await create('wrong')).toBe('expired')
    expect(await create(code, buildAccount({ email: 'ada@example.org', name: 'Ada' }))).toBe('created')
    expect(await create(code)).toBe('expired')
    expect(await create(other)).toBe('expired')
    expect([await can(code), await can(other)]).toEqual([false, false])
    const users = await db.selectFrom('users').select(['name', 'email', 'email_verified', 'is_admin']).execute()
    expect(users).toEqual([{ name: 'Ada', email: 'ada@example.org', email_verified: 1, is_admin: 1 }])
    expect(await db.selectFrom('accounts').select('email').execute()).toEqual([{ email: 'ada@example.org' }])
    const audit = await db.selectFrom('audit_log').select(['user_id', 'action']).execute()
    expect(audit).toEqual([{ user_id: 1, action: 'first admin created' }])
    expect(await createFirstSetupLink(options)).toBeUndefined()
    expect(await replaceSetupLink(options)).toBeUndefined()
    await remove()
  })

  it('is created once, however many use the links at the same time', async () => {
    const { db, first, create, remove } = await open()
    const codes = [await first(), await first(), await first()]
    const outcomes = await Promise.all([...codes, ...codes].map((code) => create(code)))
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
    expect(await db.selectFrom('users').select('is_admin').execute()).toEqual([{ is_admin: 1 }])
    await remove()
  })

  it('needs a link of the last 30 minutes', async () => {
    const { first, replace, canSetUp: can, create, wait, remove } = await open()
    const code = await first()
    wait(29)
    expect(await can(code)).toBe(true)
    wait(1)
    expect(await can(code)).toBe(false)
    expect(await create(code)).toBe('expired')
    const [second, third] = [await replace(), await replace()]
    expect([await can(second), await can(third)]).toEqual([false, true])
    await remove()
  })

  it('is not created once there is an admin', async () => {
    const { db, first, canSetUp: can, create, remove } = await open()
    const code = await first()
    await setRole(db, await addUser(db), 'admin', true)
    expect(await can(code)).toBe(false)
    expect(await create(code)).toBe('expired')
    expect(await db.selectFrom('accounts').select('id').execute()).toEqual([])
    await remove()
  })

  it('can be created with another address if the first one is taken', async () => {
    const { db, options, replace, create, remove } = await open()
    const { id, email, name, passwordHash } = buildAccount({ email: 'ada@example.org' })
    const row = { id, email, name, email_verified: 0 as const, password_hash: passwordHash ?? '', created_at: '' }
    await db.insertInto('accounts').values(row).execute()
    // A user has registered: no link is printed at the start, and the command still creates one.
    expect(await createFirstSetupLink(options)).toBeUndefined()
    const code = await replace()
    expect(await create(code, buildAccount({ email: 'ada@example.org' }))).toBe('email-taken')
    expect(await create(code, buildAccount({ email: 'ben@example.org' }))).toBe('created')
    await remove()
  })
})
