/** A group of friends. */
export type FriendGroup = { readonly members: readonly { readonly id: number }[] }

/** The items that belong to members of the group. They are ranked like any other pool or season (docs/rules.md, 4.11). */
export function filterByFriendGroup<T extends { userId: number }>(items: readonly T[], { members }: FriendGroup): T[] {
  const userIds = new Set(members.map(({ id }) => id))
  return items.filter(({ userId }) => userIds.has(userId))
}
