/** The kinds of changes after the lock that everybody is shown (docs/rules.md, 2.12). */
export const lockedChangeKinds = ['entry-removed', 'entry-restored', 'entry-merged', 'details-changed'] as const

/** What of a tournament can be put right after the lock. */
export const lockedDetailFields = ['name', 'fee', 'payouts', 'houseRules'] as const

/** One detail of a tournament as it was and as it is since. Empty texts stand for nothing. */
export type LockedDetail = {
  readonly field: (typeof lockedDetailFields)[number]
  readonly before: string
  readonly after: string
}

/** A change after the lock. `entry-merged`: a second record of the same player, which a merge has withdrawn for good. */
export type LockedChange = {
  readonly kind: (typeof lockedChangeKinds)[number]
  /** ISO 8601, UTC. */
  readonly at: string
  /** The name of who did it; null if nobody did. */
  readonly by: string | null
  readonly reason: string | null
  /** With the name of its owner; null for a change of details. */
  readonly entry: { readonly id: number; readonly name: string } | null
  /** Null unless `kind` is `details-changed`. */
  readonly details: readonly LockedDetail[] | null
}
