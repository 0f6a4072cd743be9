import { maxGroupMembers, maxGroups } from '#contract/limits.ts'
import type { GroupAction } from '#contract/user-contract.ts'
import type { Db } from '../db/database.ts'
import { Problem } from '../http/problem.ts'
import * as store from './friend-group-store.ts'

/** What a user, whom the transaction has locked, does with groups (docs/rules.md, 4.11). */
export async function actOnGroup(trx: Db, userId: number, action: GroupAction, now: Date): Promise<void> {
  if (action.action === 'leave') return store.leaveGroup(trx, action.id, userId)
  // A repeat makes no second one.
  const own = await store.listFriendGroups(trx, userId)
  if (action.action === 'make' && own.some(({ name }) => name === action.name)) return
  const groupId = await (action.action === 'make'
    ? store.addFriendGroup(trx, action.name)
    : store.lockFriendGroup(trx, { code: action.code }))
  if (groupId === undefined) throw new Problem('link-ended')
  await store.addGroupMember(trx, groupId, userId, now.toISOString())
  const groups = await store.listFriendGroups(trx, userId)
  if (groups.length > maxGroups) throw new Problem('too-many-groups')
  if (groups.some(({ members }) => members.length > maxGroupMembers)) throw new Problem('group-full')
}
