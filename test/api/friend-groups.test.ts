import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectPersonalData, createLog, createUserDeletion } from '#built/harness.mjs'
import { maxGroupMembers, maxGroups } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import {
  type FriendGroupAction,
  friendGroupAfterRemoval,
  friendGroupPeople,
  linkedFriendGroup,
  user,
} from '#contract/user-contract.ts'
import { addUser } from '../support/add-user.ts'
import { fillPath, routes } from '../support/route-requests.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

describe.each(databaseKinds())('groups of friends over HTTP and $name:', (kind) => {
  let pool: TestPool
  const lines: string[] = []

  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    pool = await openTestPool({ kind, log, rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  const act = (person: Person, action: FriendGroupAction) => pool.send('POST', api.groups(), person, action)
  const open = (person: Person, code: string) => pool.send('POST', api.groupLink(), person, { code })
  const groupsOf = async (person: Person) => user.parse(await (await pool.call(api.user(), person)).json()).groups
  const deletion = () => createUserDeletion({ ...pool.app, db: pool.app.database.db })

  async function make(person: Person, name: string) {
    expect((await act(person, { action: 'make', name })).status).toBe(200)
    const group = (await groupsOf(person)).find((own) => own.name === name)
    if (group === undefined) throw new Error('The group is missing')
    return group
  }

  async function join(code: string, ...people: readonly Person[]) {
    for (const person of people) expect((await act(person, { action: 'join', code })).status).toBe(200)
  }

  it('whoever has the link sees the name and how many are in it, and joins with a click; a repeat changes nothing', async () => {
    const { player, rival } = pool.people
    const { id, code } = await make(player, 'Office')
    expect(await groupsOf(player)).toMatchObject([{ id, members: [{ id: player.userId, name: 'The player' }] }])
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    expect(await (await open(rival, code)).json()).toEqual({ name: 'Office', people: 1 })
    expect(await groupsOf(rival)).toEqual([])
    await join(code, rival, rival)
    expect(linkedFriendGroup.parse(await (await open(rival, code)).json()).people).toBe(2)
    const both = [player, rival].map(({ userId }) => expect.objectContaining({ id: userId }))
    for (const person of [player, rival])
      expect(await groupsOf(person)).toEqual([{ id, name: 'Office', code, linkReplaced: null, members: both }])
    const { db } = pool.app.database
    expect(await collectPersonalData(db, rival.userId, new Date(0))).toMatchObject({ groups: ['Office'] })
    for (const person of [player, rival, rival]) expect((await act(person, { action: 'leave', id })).status).toBe(200)
    expect(await db.selectFrom('friend_groups').selectAll().execute()).toEqual([])
    for (const refused of [await open(player, code), await act(player, { action: 'join', code })])
      expect(await refused.json()).toMatchObject({ status: 409, type: 'urn:player-pool:problem:link-ended' })
  })

  it('nobody else learns of a group, its people or its link in any answer, in the log or from its id', async () => {
    const [ann, bo] = [await addPerson(pool.app, 'ann'), await addPerson(pool.app, 'bo')]
    const { newcomer, power, admin } = pool.people
    async function readEverything() {
      const answers: string[] = []
      for (const person of [newcomer, power, admin])
        for (const { method, path, policy } of routes) {
          if (method !== 'GET' || policy.isWrite || /stream|backup|feed/.test(path)) continue
          const filled = fillPath(path, pool, { userId: String(ann.userId) })
          const response = await pool.call(filled, person)
          answers.push(`${filled} ${response.status} ${response.headers.get('etag')} ${await response.text()}`)
        }
      return { answers, audit: await pool.app.database.db.selectFrom('audit_log').selectAll().execute() }
    }
    const before = await readEverything()
    lines.length = 0
    const { id, code } = await make(ann, 'Secret')
    await join(code, bo)
    expect((await act(newcomer, { action: 'leave', id })).status).toBe(200)
    expect(lines).toEqual([])
    expect(await readEverything()).toEqual(before)
    expect(await (await open(newcomer, code)).json()).toEqual({ name: 'Secret', people: 2 })
    expect((await groupsOf(ann))[0]?.members).toHaveLength(2)
  })

  describe('whose link has leaked', () => {
    async function makeShared(name: string) {
      const toPerson = (who: string) => addPerson(pool.app, `${who}-of-${name.toLowerCase()}`)
      const [maker, friend, stranger] = [await toPerson('maker'), await toPerson('friend'), await toPerson('stranger')]
      const group = await make(maker, name)
      await join(group.code, friend, stranger)
      return { ...group, maker, friend, stranger }
    }
    const problemOf = async (response: Response) => ((await response.json()) as { type?: string }).type
    const people = (person: Person, code: string) => pool.send('POST', api.groupPeople(), person, { code })
    const remove = (person: Person, code: string, userId: number) =>
      pool.send('POST', api.groupPeopleRemove(), person, { code, userId })

    it('gets another one from any member, which everybody in it sees; a repeat changes nothing', async () => {
      const { id, code, maker, friend } = await makeShared('Leaked')
      const { newcomer, admin } = pool.people
      const replace = { action: 'replaceLink', id, code } as const
      // Nobody learns whether there is such a group, and nothing happens.
      for (const other of [newcomer, admin]) expect((await act(other, replace)).status).toBe(200)
      expect(await groupsOf(maker)).toMatchObject([{ code, linkReplaced: null }])
      expect((await act(friend, replace)).status).toBe(200)
      const [seen] = await groupsOf(maker)
      expect(seen).toMatchObject({ id, linkReplaced: { by: 'The friend-of-leaked', at: expect.any(String) } })
      expect(seen?.members).toHaveLength(3)
      expect(seen?.code).not.toBe(code)
      expect(Buffer.from(seen?.code ?? '', 'base64url')).toHaveLength(16)
      expect((await act(maker, replace)).status).toBe(200)
      expect(await groupsOf(maker)).toEqual([seen])
      for (const refused of [await open(newcomer, code), await act(newcomer, { action: 'join', code })])
        expect([refused.status, await problemOf(refused)]).toEqual([409, 'urn:player-pool:problem:link-ended'])
      await join(seen?.code ?? '', newcomer)
      await act(newcomer, { action: 'leave', id })
    })

    it('loses a person whom an admin with the link removes, and the link that they know', async () => {
      const { id, code, maker, friend, stranger } = await makeShared('Crowded')
      const { admin, power } = pool.people
      for (const other of [power, maker])
        for (const refused of [await people(other, code), await remove(other, code, stranger.userId)])
          expect(refused.status).toBe(403)
      expect(await problemOf(await people(admin, 'unknown'))).toBe('urn:player-pool:problem:link-ended')
      expect(friendGroupPeople.parse(await (await people(admin, code)).json())).toMatchObject({
        name: 'Crowded',
        members: [{ id: maker.userId }, { id: friend.userId }, { id: stranger.userId }],
      })
      const removed = friendGroupAfterRemoval.parse(await (await remove(admin, code, stranger.userId)).json())
      expect(removed).toMatchObject({ id, linkReplaced: { by: 'The admin' } })
      expect(removed?.code).not.toBe(code)
      expect(await groupsOf(friend)).toEqual([removed])
      expect(removed?.members.map((member) => member.id)).toEqual([maker.userId, friend.userId])
      expect(await groupsOf(stranger)).toEqual([])
      const back = await act(stranger, { action: 'join', code })
      expect(await problemOf(back)).toBe('urn:player-pool:problem:link-ended')
      // The old link is no way to remove anybody, and whoever is not in the group stays out of it.
      expect(await problemOf(await remove(admin, code, friend.userId))).toBe('urn:player-pool:problem:link-ended')
      const again = await remove(admin, removed?.code ?? '', stranger.userId)
      expect(friendGroupAfterRemoval.parse(await again.json())).toEqual(removed)
      const log = pool.app.database.db.selectFrom('audit_log').select(['action', 'details', 'user_id'])
      expect(await log.where('action', '=', 'removed from a group').execute()).toEqual([
        { action: 'removed from a group', details: JSON.stringify({ userId: stranger.userId }), user_id: admin.userId },
      ])
    })

    it('is gone when the last person is removed', async () => {
      const alone = await addPerson(pool.app, 'alone-in-a-group')
      const { code } = await make(alone, 'Lonely')
      const removed = await remove(pool.people.admin, code, alone.userId)
      expect([removed.status, await removed.json()]).toEqual([200, null])
      expect((await open(alone, code)).status).toBe(409)
    })

    it('shows the account into which whoever replaced it was merged', async () => {
      const { id, code, maker, friend } = await makeShared('Merged')
      await act(friend, { action: 'replaceLink', id, code })
      const target = await addPerson(pool.app, 'target-of-a-friend')
      const merging = [target.userId, friend.userId]
      expect((await pool.send('POST', api.adminMergeUsers(), pool.people.admin, merging)).status).toBe(200)
      expect((await groupsOf(maker))[0]?.linkReplaced?.by).toBe('The target-of-a-friend')
      expect(await deletion().deleteUser(target.userId, 'operator')).toEqual({ kind: 'deleted' })
      expect((await groupsOf(maker))[0]?.linkReplaced?.by).toBe('Former player')
    })
  })

  it('refuses names that are empty or too long, more groups and more people than the limits', async () => {
    const { newcomer, rival } = pool.people
    const { db } = pool.app.database
    for (const name of ['', '  ', 'x'.repeat(41)])
      expect((await act(newcomer, { action: 'make', name })).status).toBe(400)
    for (let count = 0; count < maxGroups; count++) await make(newcomer, `Group ${count}`)
    const [first, ...others] = await groupsOf(newcomer)
    expect(others).toHaveLength(maxGroups - 1)
    const more = await act(newcomer, { action: 'make', name: 'One more' })
    expect(await more.json()).toMatchObject({ status: 409, type: 'urn:player-pool:problem:too-many-groups' })
    const full = { group_id: first?.id ?? 0, joined_at: new Date().toISOString() }
    for (let count = 1; count < maxGroupMembers; count++) {
      const userId = await addUser(db, { name: `Friend ${count}`, email: `friend-${count}@example.org` })
      await db
        .insertInto('friend_group_members')
        .values({ ...full, user_id: userId })
        .execute()
    }
    expect((await groupsOf(newcomer))[0]?.members).toHaveLength(maxGroupMembers)
    const refused = await act(rival, { action: 'join', code: first?.code ?? '' })
    expect(await refused.json()).toMatchObject({ status: 409, type: 'urn:player-pool:problem:group-full' })
    expect(await groupsOf(rival)).toEqual([])
  })

  it('of all who join and leave at once, none is left in a group that is gone', async () => {
    const people = await Promise.all(['one', 'two', 'three', 'four'].map((name) => addPerson(pool.app, name)))
    const [maker, ...others] = people
    if (maker === undefined) throw new Error('unreachable')
    const { id, code } = await make(maker, 'Race')
    await Promise.all([
      act(maker, { action: 'leave', id }),
      ...others.map((person) => act(person, { action: 'join', code })),
    ])
    await Promise.all(others.map((person) => act(person, { action: 'leave', id })))
    const { db } = pool.app.database
    expect(await db.selectFrom('friend_groups').selectAll().where('id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('friend_group_members').selectAll().where('group_id', '=', id).execute()).toEqual([])
  })

  it('after a merge the target is in the groups of both, once, and as long as the earlier of them', async () => {
    const [source, other, target] = await Promise.all(
      ['source', 'other', 'target'].map((name) => addPerson(pool.app, `${name}-of-groups`)),
    )
    if (!source || !target || !other) throw new Error('unreachable')
    const shared = await make(source, 'Shared')
    await join(shared.code, other, target)
    await make(source, 'Own')
    const merged = await pool.send('POST', api.adminMergeUsers(), pool.people.admin, [target.userId, source.userId])
    expect(merged.status).toBe(200)
    expect(await groupsOf(target)).toMatchObject([
      { name: 'Shared', members: [{ id: target.userId }, { id: other.userId }] },
      { name: 'Own', members: [{ id: target.userId }] },
    ])
    expect((await groupsOf(other))[0]?.members).toHaveLength(2)
  })

  it('a deletion ends memberships, and with them groups that had nobody else', async () => {
    const [leaver, friend] = [await addPerson(pool.app, 'leaver'), await addPerson(pool.app, 'friend')]
    const { code } = await make(leaver, 'Stays')
    await join(code, friend)
    const alone = await make(leaver, 'Goes')
    expect(await deletion().deleteUser(leaver.userId, 'operator')).toEqual({ kind: 'deleted' })
    expect(await groupsOf(friend)).toMatchObject([{ name: 'Stays', members: [{ id: friend.userId }] }])
    expect((await open(friend, alone.code)).status).toBe(409)
  })
})
