/** Why the golfers whom the feed lists may not be the field (docs/rules.md, 8.8). */
export const provisionalReasons = ['early', 'other-event', 'unconfirmed'] as const
export type ProvisionalReason = (typeof provisionalReasons)[number]

/** The golfers whom the feed has listed at its polls. */
export type SeenField = {
  /** Athlete ids, sorted. */
  readonly golferIds: readonly string[]
  /** The time since which all polls have listed these golfers: ISO 8601, UTC. */
  readonly unchangedSince: string
}

export type FieldContext = {
  /** The start of the tournament or the announced event: ISO 8601, UTC. */
  readonly start: string
  /** The golfers of the events before this one. */
  readonly otherFields: readonly (readonly string[])[]
  /** An earlier poll has been the field: what changes in it then are withdrawals and alternates. */
  readonly wasField: boolean
  readonly now: Date
}

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Earlier than this before the start, the feed may list golfers of a stock field. */
const earliestMs = 3 * dayMs
const latestMs = dayMs
/** Two fields that share this part of the larger one count as the same. */
const nearlyEqualShare = 0.9
/** Finales and invitationals are as small, but so is a field of which only a part is listed. */
const smallField = 40
const confirmationMs = 6 * hourMs

/** The golfers of a poll, and since when they are the same. `before` is null at the first. */
export function seeField(before: SeenField | null, golferIds: Iterable<string>, now: Date): SeenField {
  const sorted = [...new Set(golferIds)].toSorted()
  const isSame = before !== null && before.golferIds.join() === sorted.join()
  return { golferIds: sorted, unchangedSince: isSame ? before.unchangedSince : now.toISOString() }
}

/** From a day before the start, whatever is listed is the field. */
export function isFieldCertain({ start, now }: Pick<FieldContext, 'start' | 'now'>): boolean {
  return Date.parse(start) - now.getTime() <= latestMs
}

/** Why the golfers may not be the field; null if they are it (docs/rules.md, 8.8). Call it with at least one golfer. */
export function judgeField(
  { golferIds, unchangedSince }: SeenField,
  { start, otherFields, wasField, now }: FieldContext,
): ProvisionalReason | null {
  if (isFieldCertain({ start, now })) return null
  if (Date.parse(start) - now.getTime() > earliestMs) return 'early'
  if (wasField) return null
  if (otherFields.some((other) => isNearlyEqual(golferIds, other))) return 'other-event'
  const isConfirmed = now.getTime() - Date.parse(unchangedSince) >= confirmationMs
  return golferIds.length < smallField && !isConfirmed ? 'unconfirmed' : null
}

/** A finale has few of the golfers of the event before it, however many of its own were there. */
function isNearlyEqual(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(other)
  const shared = one.filter((espnId) => ids.has(espnId)).length
  return shared > 0 && shared >= nearlyEqualShare * Math.max(one.length, ids.size)
}

const explanations: Readonly<Record<ProvisionalReason, string>> = {
  early: 'until three days before the start, the feed may list golfers of other events',
  'other-event': 'it is nearly the same as that of an event before',
  unconfirmed: 'it has few golfers, and has not been the same for six hours yet',
}

/** Tells organisers why a field is provisional. */
export function describeProvisionalField(name: string, reason: ProvisionalReason): string {
  return `The field of ${name} is provisional: ${explanations[reason]}. Tiers may still have to change.`
}
