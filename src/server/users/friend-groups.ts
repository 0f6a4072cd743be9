import { maxGroupMembers, maxGroups } from '#contract/limits.ts'
import type { GroupAction } from '#contract/user-contract.ts'
import type { Db } from '../db/database.ts'
import { invalidField, Problem } from '../http/problem.ts'
import { cleanName } from './display-name.ts'
import {
  addFriendGroup,
  addGroupMember,
  changeFriendGroup,
  leaveGroup,
  listFriendGroups,
  lockFriendGroup,
} from './friend-group-store.ts'

/** What a user, whom the transaction has locked, does with groups (docs/rules.md, 4.11). A repeat changes nothing. */
export async function actOnGroup(trx: Db, userId: number, action: GroupAction, now: Date): Promise<void> {
  const join = async (groupId: number) => {
    await addGroupMember(trx, groupId, userId, now.toISOString())
    const groups = await listFriendGroups(trx, userId)
    if (groups.length > maxGroups) throw new Problem('too-many-groups')
    if (groups.some(({ members }) => members.length > maxGroupMembers)) throw new Problem('group-full')
  }
  const own = await listFriendGroups(trx, userId)
  switch (action.action) {
    case 'make': {
      const name = requireName(action.name)
      return own.some((group) => group.name === name) ? undefined : join(await addFriendGroup(trx, name))
    }
    case 'change': {
      const group = own.find(({ id }) => id === action.id)
      if (group === undefined) throw new Problem('not-found')
      if (group.members[0]?.id !== userId) throw new Problem('forbidden')
      return changeFriendGroup(trx, { ...action, name: requireName(action.name) })
    }
    case 'join': {
      const groupId = await lockFriendGroup(trx, { code: action.code })
      if (groupId === undefined) throw new Problem('link-ended')
      return join(groupId)
    }
    case 'leave':
      return leaveGroup(trx, action.id, userId)
  }
}

/** Others read it, too. */
function requireName(text: string): string {
  const name = cleanName(text)
  if (name === undefined) throw invalidField('name', 'must not be empty')
  return name
}
