import { randomBytes } from 'node:crypto'
import type { FriendGroup, LinkedFriendGroup } from '#contract/user-contract.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The groups of a user, oldest first. */
export function listFriendGroups(db: Db, userId: number): Promise<FriendGroup[]> {
  const own = db.selectFrom('friend_group_members').select('group_id').where('user_id', '=', userId)
  return readFriendGroups(selectFriendGroupMembers(db).where('friend_groups.id', 'in', own))
}

type GroupKey = { readonly id: number } | { readonly code: string }

export async function findFriendGroup(db: Db, key: GroupKey): Promise<FriendGroup | undefined> {
  const members = selectFriendGroupMembers(db)
  const [group] = await readFriendGroups(
    'id' in key ? members.where('friend_groups.id', '=', key.id) : members.where('code', '=', key.code),
  )
  return group
}

/** Everybody in every group. Whoever has been in one longest comes first in it. */
function selectFriendGroupMembers(db: Db) {
  return db
    .selectFrom('friend_groups')
    .innerJoin('friend_group_members as member', 'member.group_id', 'friend_groups.id')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('users as replacer', 'replacer.id', 'link_replaced_by')
    .select(['friend_groups.id', 'friend_groups.name', 'code', 'users.id as userId', 'users.name as userName'])
    .select(['replacer.name as replacedBy', 'link_replaced_at as replacedAt'])
    .orderBy('friend_groups.id')
    .orderBy('member.joined_at')
    .orderBy('users.id')
}

async function readFriendGroups(query: ReturnType<typeof selectFriendGroupMembers>): Promise<FriendGroup[]> {
  const groups = new Map<number, FriendGroup>()
  for (const { id, name, code, userId, userName, replacedBy, replacedAt } of await query.execute()) {
    const linkReplaced = replacedBy === null || replacedAt === null ? null : { by: replacedBy, at: replacedAt }
    const group = groups.get(id) ?? { id, name, code, linkReplaced, members: [] }
    group.members.push({ id: userId, name: userName })
    groups.set(id, group)
  }
  return [...groups.values()]
}

export async function findLinkedGroup(db: Db, code: string): Promise<LinkedFriendGroup | undefined> {
  const members = await db
    .selectFrom('friend_groups')
    .innerJoin('friend_group_members', 'group_id', 'id')
    .select('name')
    .where('code', '=', code)
    .execute()
  return members[0] && { name: members[0].name, people: members.length }
}

const createCode = () => randomBytes(16).toString('base64url')

/** Adds a group, in which nobody is yet. */
export async function addFriendGroup(trx: Db, name: string): Promise<number> {
  const added = trx.insertInto('friend_groups').values({ name, code: createCode() })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

/** The link with this code ends, and the group has another one. Does nothing if it has ended before. */
export async function replaceFriendGroupLink(
  trx: Db,
  id: number,
  old: { code: string; by: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('friend_groups')
    .set({ code: createCode(), link_replaced_by: old.by, link_replaced_at: old.at.toISOString() })
    .where('id', '=', id)
    .where('code', '=', old.code)
    .execute()
}

/** Locks a friend group until the transaction ends, so that nobody else joins or leaves. Returns its id, if it exists. */
export async function lockFriendGroup(trx: Db, key: Partial<Pick<FriendGroup, 'id' | 'code'>>) {
  const unchanged = trx.updateTable('friend_groups').set((eb) => ({ name: eb.ref('name') }))
  const locked = unchanged.where((eb) => eb.and(key)).returning('id')
  return (await locked.executeTakeFirst())?.id
}

/** A repeat changes nothing. */
export async function addFriendGroupMember(trx: Db, groupId: number, userId: number, joinedAt: string): Promise<void> {
  await trx
    .insertInto('friend_group_members')
    .values({ group_id: groupId, user_id: userId, joined_at: joinedAt })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
    .execute()
}

/** A group that nobody is in any more disappears. */
export async function leaveFriendGroup(trx: Db, groupId: number, userId: number): Promise<void> {
  await lockFriendGroup(trx, { id: groupId })
  const membership = trx.deleteFrom('friend_group_members').where('group_id', '=', groupId)
  await membership.where('user_id', '=', userId).execute()
  const peopled = trx.selectFrom('friend_group_members').select('group_id').where('group_id', '=', groupId)
  await trx.deleteFrom('friend_groups').where('id', '=', groupId).where('id', 'not in', peopled).execute()
}

export async function leaveAllFriendGroups(trx: Db, userId: number): Promise<void> {
  for (const { id } of await listFriendGroups(trx, userId)) await leaveFriendGroup(trx, id, userId)
}

/** Moves the memberships of merged users to the target. Of two memberships of one group, the longer one counts. */
export async function moveFriendGroupMembers(trx: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  const replaced = trx.updateTable('friend_groups').where('link_replaced_by', 'in', sourceIds)
  await replaced.set({ link_replaced_by: targetId }).execute()
  const memberships = trx.deleteFrom('friend_group_members').where('user_id', 'in', [targetId, ...sourceIds])
  const moved = await memberships.returning(['group_id', 'joined_at']).execute()
  for (const { group_id, joined_at } of moved.toSorted((a, b) => (a.joined_at < b.joined_at ? -1 : 1)))
    await addFriendGroupMember(trx, group_id, targetId, joined_at)
}
