import type { FieldError } from '#domain/field-error.ts'
import type { Fee } from '#domain/payments/fee.ts'
import type { LockedChange } from './locked-change.ts'
import type { SealFormat } from './seal-format.ts'

/** A tournament of the pool and its entries (docs/rules.md, 1 and 2). */

/** The four tiers, best golfers first. A tier's index in this list is its number on the wire, 0 to 3. */
export const tierNames = ['A', 'B', 'C', 'D'] as const

/** 0 = tier A … 3 = tier D. */
export type Tier = 0 | 1 | 2 | 3

export const tiers: readonly Tier[] = [0, 1, 2, 3]

/** Two texts: the tiebreaker questions, or answers to them (docs/rules.md, 2.2). */
export type Tiebreakers = readonly [string, string]

export const noAnswers: Tiebreakers = ['', '']

/** A golfer who can be picked. `order` is the index in the organiser's list of the tier. */
export type Player = {
  readonly id: number
  readonly name: string
  /** The feed's athlete id: digits. */
  readonly espnId: string
  readonly tier: Tier
  readonly order: number
  /** The rank in the ranking from which the tiers were proposed (docs/rules.md, 8.6). */
  readonly rank?: number | undefined
  /**
   * Final positions such as "T8" and "CUT" in the pool's `recentTournaments`, in their order: null where the golfer did not
   * play. Present only while entries are open, for golfers who have played one of them.
   */
  readonly finishes?: readonly (string | null)[] | undefined
}

/** States of a field that is not final. `replaced`: the provisional field turned out to have other golfers. */
export const fieldStates = ['provisional', 'replaced'] as const
export type FieldState = (typeof fieldStates)[number]

export type Tournament = {
  readonly id: number
  /** The feed's event id: 4 to 12 digits. */
  readonly espnId: string
  readonly name: string
  /** ISO 8601, UTC. At this instant entries close and picks become visible. */
  readonly start: string
  /** The start moves when the feed's does. */
  readonly followsFeed?: boolean | undefined
  /** The start that the feed gives, where it differs. */
  readonly feedStart?: string | undefined
  /** Set before the start if the feed has listed golfers who may not be the field (docs/rules.md, 8.8). */
  readonly fieldState?: FieldState | undefined
  readonly active: boolean
  /** Why it was ended without places. */
  readonly cancelledReason?: string | undefined
  /** Set if the tournament was cancelled before its start. It then never starts, and its picks stay hidden. */
  readonly endedBeforeStart?: true | undefined
  /** Set if it is of an earlier year: it has places, and no golfers, entries or scores. */
  readonly isImported?: true | undefined
  /** The organisers' tie decision about a shared first place, in words. */
  readonly decision?: string | undefined
  readonly tiebreakers: Tiebreakers
  /** The true answers to the questions, each a number (`toAnswerNumber`) or empty. */
  readonly trueAnswers?: Tiebreakers | undefined
  readonly fee?: Fee | undefined
  /** Markdown, instead of the pool's own. */
  readonly houseRules?: string | undefined
  /** An organiser has hidden the Hat (docs/rules.md, 4.12). */
  readonly hidesHat?: true | undefined
}

/** A withdrawn entry as everybody sees it after the start (docs/rules.md, 2.8). `by` is the organiser who has removed it. */
export type WithdrawnEntry = { readonly name: string; readonly by: string | null; readonly reason: string | null }

/** The Merkle root over all entries at the start, also in words (docs/rules.md, 2.10). `format`: what it covers. */
export type PoolSeal = {
  readonly format: SealFormat
  readonly root: string
  readonly words: string
  readonly size: number
  readonly sealedAt: string
}

/** Together with a field, everything that the standings are computed from. After the start entries can only be removed. */
export type TournamentWithEntries = Tournament & {
  readonly players: readonly Player[]
  /** The names of the last tournaments that the pool has ended, latest first; undefined once the picks are visible. */
  readonly recentTournaments?: readonly string[] | undefined
  readonly entries: readonly Entry[]
  readonly withdrawnEntries?: WithdrawnEntry[] | undefined
  /** The changes after the lock, oldest first; undefined before the start. */
  readonly lockedChanges?: LockedChange[] | undefined
  /** The seal over the entries; undefined before the start, null for a tournament that started before there were seals. */
  readonly seal?: PoolSeal | null | undefined
  /** The golfers of the Hat by id, tier A to D; undefined without one. */
  readonly hat?: readonly number[] | undefined
}

/** One of a user's three entries in a tournament (docs/rules.md, 2.1). */
export type EntryNumber = 1 | 2 | 3

export const entryNumbers: readonly EntryNumber[] = [1, 2, 3]

/** Golfers in an entry record: four tiers, three times over (docs/rules.md, 2.1). */
export const picksPerEntryRecord = tiers.length * entryNumbers.length

export type Selection = {
  readonly playerId: number
  readonly entryNumber: EntryNumber
}

/**
 * The entry record of one user in one tournament (docs/rules.md, 2.1); the pool shows it as three rows, "{name} 1" to
 * "{name} 3". `selections` holds twelve items: entry 1's A, B, C, D, then entry 2's, then entry 3's. Before the start
 * other people's `selections` and `tiebreakers` are empty.
 */
export type Entry = {
  readonly id: number
  readonly userId: number
  readonly tournamentId: number
  /** The display name of the user. */
  readonly name: string
  readonly tiebreakers: readonly string[]
  readonly selections: readonly Selection[]
  /** The number of saves, from 1; 0 where it is hidden. */
  readonly version: number
  /** When it was last saved, ISO 8601, UTC; only in responses to its owner. */
  readonly changedAt?: string | undefined
  /** Saved before somebody entered the owner's account by a link that somebody else made: hidden from the owner, too. */
  readonly isSealed?: true | undefined
}

/** `startedAt`: when the server first observed the start; null before, and unknown to browsers. */
export type StartTimes = Pick<Tournament, 'start' | 'endedBeforeStart'> & { readonly startedAt?: string | null }

/**
 * Whether it has started: what has started stays started, whatever the clock says later, and what was cancelled before never
 * starts. From the start on, entries are locked and visible (docs/rules.md, 2.4 and 2.6).
 */
export function hasStarted({ start, startedAt = null, endedBeforeStart }: StartTimes, now: Date): boolean {
  return startedAt !== null || (!endedBeforeStart && now.getTime() >= Date.parse(start))
}

/** Whether entries can be created and changed at `now`: only while active and not started (docs/rules.md, 2.4). */
export function isOpenForEntries(tournament: StartTimes & Pick<Tournament, 'active'>, now: Date): boolean {
  return tournament.active && !hasStarted(tournament, now)
}

/** The part of an entry record that its owner decides. */
export type EntryContent = {
  /** The answers, in the order of the questions. */
  readonly tiebreakers: readonly string[]
  /** Player ids: entry 1's tiers A to D, then entry 2's, then entry 3's. */
  readonly playerIds: readonly number[]
}

/**
 * The errors in the picks of an entry record (docs/rules.md, 2.1); empty if there are none. There must be twelve, each
 * of this tournament and of its tier. The same golfer may be in several entries.
 */
export function findPickErrors(playerIds: readonly number[], players: readonly Player[]): FieldError[] {
  if (playerIds.length !== picksPerEntryRecord) {
    return [{ field: 'selections', message: `must name ${picksPerEntryRecord} golfers` }]
  }
  const tierOfPlayer = new Map(players.map(({ id, tier }) => [id, tier]))
  return playerIds.flatMap((playerId, index) => {
    const message = findPickError(tierOfPlayer.get(playerId), tierOfPick(index))
    return message === undefined ? [] : [{ field: `selections.${index}.playerId`, message }]
  })
}

/** The tier of a pick, by its index (0 to 11) in an entry record. Throws a RangeError for a negative index. */
export function tierOfPick(pickIndex: number): Tier {
  const tier = tiers[pickIndex % tiers.length]
  if (tier === undefined) throw new RangeError(`There is no pick ${pickIndex}`)
  return tier
}

/** The entry (1 to 3) of a pick, by its index (0 to 11) in an entry record. Throws a RangeError for any other index. */
export function entryNumberOfPick(pickIndex: number): EntryNumber {
  const entryNumber = entryNumbers[Math.floor(pickIndex / tiers.length)]
  if (entryNumber === undefined) throw new RangeError(`There is no pick ${pickIndex}`)
  return entryNumber
}

/** Whether the stored entry has this content. Saving it again then has no effect (docs/rules.md, 2.5). */
export function isSameEntry(
  stored: Pick<Entry, 'tiebreakers' | 'selections'>,
  { tiebreakers, playerIds }: EntryContent,
): boolean {
  return (
    isSameList(stored.tiebreakers, tiebreakers) &&
    isSameList(
      stored.selections.map((selection) => selection.playerId),
      playerIds,
    )
  )
}

function findPickError(picked: Tier | undefined, required: Tier): string | undefined {
  if (picked === undefined) return 'must be a golfer of this tournament'
  return picked === required ? undefined : `must be a golfer of tier ${tierNames[required]}`
}

function isSameList<T>(list: readonly T[], other: readonly T[]): boolean {
  return list.length === other.length && list.every((item, index) => item === other[index])
}
