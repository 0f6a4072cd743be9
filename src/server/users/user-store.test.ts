import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { blockUser } from '#server/user-administration/user-blocking-store.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { cleanName, displayName } from './display-name.ts'
import {
  addUserWithIdentity,
  findUserByIdentity,
  hasNewProfile,
  type Profile,
  updateProfile,
} from './identity-store.ts'
import { hasAdmin, listOrganiserAddresses, listUsers, setRole } from './user-store.ts'

const now = new Date('2026-04-01T00:00:00.000Z')
const identity = { issuer: 'https://id.example.org', subject: 'abc' }

function buildProfile(overrides: Partial<Profile> = {}): Profile {
  return { name: 'Ada', email: 'ada@example.org', emailVerified: true, asOf: now, ...overrides }
}

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
  })
  afterEach(() => opened.remove())

  async function importUser(email: string): Promise<number> {
    const { id } = await opened.database.db
      .insertInto('users')
      .values({
        name: 'Imported',
        email,
        email_verified: 0,
        is_real: 0,
        created_at: now.toISOString(),
        merged_into: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('concurrent first calls create one user', async () => {
    const { database, config } = opened
    const other = config.kind === 'postgres' ? openDatabase(config) : database
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        addUserWithIdentity((index % 2 === 0 ? database : other).db, identity, buildProfile(), now),
      ),
    )
    if (other !== database) await other.close()
    expect(new Set(made.map(({ user }) => user.id)).size).toBe(1)
    expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('the same address at two providers means two users', async () => {
    const { db } = opened.database
    await addUserWithIdentity(db, identity, buildProfile(), now)
    await addUserWithIdentity(db, { ...identity, issuer: 'https://other.example.org' }, buildProfile(), now)
    expect(await listUsers(db, 'ada@example.org')).toHaveLength(2)
  })

  test('only a verified address takes over an imported user', async () => {
    const { db } = opened.database
    const imported = await importUser('ada@example.org')
    const stranger = await addUserWithIdentity(db, identity, buildProfile({ emailVerified: false }), now)
    expect(stranger.user.id).not.toBe(imported)
    const owner = await addUserWithIdentity(db, { ...identity, subject: 'owner' }, buildProfile(), now)
    expect(owner.user).toMatchObject({ id: imported, name: 'Ada' })
    const next = await addUserWithIdentity(db, { ...identity, subject: 'next' }, buildProfile(), now)
    expect(next.user.id).not.toBe(imported)
  })

  test('a new name is stored and increments the version of the tournaments', async () => {
    const { db } = opened.database
    const known = await addUserWithIdentity(db, identity, buildProfile(), now)
    const { id } = await db
      .insertInto('tournaments')
      .values({
        espn_id: '401811941',
        name: 'The Open',
        start: now.toISOString(),
        active: 1,
        tiebreaker_1: 'a',
        tiebreaker_2: 'b',
        created_at: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const at = now.toISOString()
    await db
      .insertInto('entries')
      .values({
        tournament_id: id,
        user_id: known.user.id,
        tiebreaker_1: 'a',
        tiebreaker_2: 'b',
        created_at: at,
        changed_at: at,
      })
      .execute()
    const version = async () => (await db.selectFrom('tournaments').select('version').executeTakeFirstOrThrow()).version

    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

    expect(hasNewProfile(known, buildProfile({ asOf: later(1) }))).toBe(false)
    const moved = buildProfile({ email: 'a@example.org', asOf: later(1) })
    expect(hasNewProfile(known, moved)).toBe(true)
    expect(await updateProfile(db, known, moved)).toBe(false)
    expect(await version()).toBe(1)
    expect(await updateProfile(db, known, buildProfile({ name: 'Ada L.', asOf: later(2) }))).toBe(true)
    expect(await version()).toBe(2)
    // Another tab still has a token from before the change.
    const renamed = (await findUserByIdentity(db, identity)) ?? known
    expect(hasNewProfile(renamed, buildProfile({ asOf: later(1) }))).toBe(false)
    expect(await updateProfile(db, renamed, buildProfile({ asOf: later(1) }))).toBe(false)
    expect((await findUserByIdentity(db, identity))?.user).toMatchObject({
      name: 'Ada L.',
      userName: 'ada@example.org',
    })
    expect(await version()).toBe(2)
  })

  test('a role takes effect at the next read, and an admin counts as a power user', async () => {
    const { db } = opened.database
    const { user } = await addUserWithIdentity(db, identity, buildProfile(), now)
    expect(user).toMatchObject({ isAdmin: false, isPowerUser: false })
    await setRole(db, user.id, 'admin', true)
    expect((await findUserByIdentity(db, identity))?.user).toMatchObject({ isAdmin: true, isPowerUser: true })
    await setRole(db, user.id, 'admin', false)
    await setRole(db, user.id, 'power', true)
    expect((await findUserByIdentity(db, identity))?.user).toMatchObject({
      isAdmin: false,
      isPowerUser: true,
    })
  })

  test('emails to organisers go to each address once, and not to blocked ones', async () => {
    const { db } = opened.database
    const add = async (subject: string, email: string) => {
      const { user } = await addUserWithIdentity(db, { ...identity, subject }, buildProfile({ email }), now)
      return user.id
    }
    const [admin, same, power] = [await add('a', 'a@x.org'), await add('b', 'a@x.org'), await add('c', 'c@x.org')]
    const blocked = await add('d', 'd@x.org')
    await add('e', 'e@x.org')
    for (const id of [admin, same, blocked]) await setRole(db, id, 'admin', true)
    await setRole(db, power, 'power', true)
    await blockUser(db, blocked, now)
    expect(await listOrganiserAddresses(db, 'all', now)).toEqual(['a@x.org', 'c@x.org'])
    expect(await listOrganiserAddresses(db, 'admins', now)).toEqual(['a@x.org'])
    expect([await hasAdmin(db), await hasAdmin(db, admin)]).toEqual([true, true])
    await setRole(db, same, 'admin', false)
    expect(await hasAdmin(db, admin), 'only a blocked one is left').toBe(false)
  })
})

test('a name is NFC, without invisible characters, and at most 100 characters long', () => {
  expect(cleanName('  Jose\u0301   Mar\u202eia\u200b\u0007 ')).toBe('José Maria')
  expect(cleanName('\u200b\u2066 ')).toBeUndefined()
  expect(cleanName(undefined)).toBeUndefined()
  expect([...(cleanName('😀'.repeat(150)) ?? '')]).toHaveLength(100)
  expect(displayName(' ', 'ada.l@example.org')).toBe('ada.l')
})
