/** The kinds of changes after the lock that everybody is shown (docs/rules.md, 2.12). */
export const lockedChangeKinds = ['entry-removed', 'entry-restored', 'entry-merged', 'details-changed'] as const

/** The details of a tournament that can change after the lock. */
export const lockedDetailFields = ['name', 'fee', 'payouts', 'houseRules', 'trueAnswers'] as const

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
  /** The entry record with the name of its owner; null for a change of details. */
  readonly entry: { readonly id: number; readonly name: string } | null
  /** Null unless `kind` is `details-changed`. */
  readonly details: readonly LockedDetail[] | null
}

const detailNames: Readonly<Record<LockedDetail['field'], string>> = {
  name: 'the name',
  fee: 'the fee',
  payouts: 'the payouts',
  houseRules: 'the house rules',
  trueAnswers: 'the true answers',
}

/** "the fee": what the detail is called in a sentence. */
export function nameDetail({ field }: Pick<LockedDetail, 'field'>): string {
  return detailNames[field]
}

/** A change in words, without its author, time and reason: "The entry of Bo was removed". */
export function describeLockedChange({ kind, entry, details }: LockedChange): string {
  const of = `entry of ${entry?.name ?? ''}`
  switch (kind) {
    case 'entry-removed':
      return `The ${of} was removed`
    case 'entry-restored':
      return `The ${of} counts again`
    case 'entry-merged':
      return `The ${of} no longer counts`
    case 'details-changed':
      return `Changed: ${(details ?? []).map(nameDetail).join(', ')}`
  }
}
