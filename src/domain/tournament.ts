/**
 * A tournament of the pool: which event of the feed it follows, when its picks close, and the players that can
 * be picked. Source: specification, section 3 "Tournament".
 */

/** The four tiers, best golfers first. A tier's place in this list is its number on the wire, 0 to 3. */
export const tierNames = ['A', 'B', 'C', 'D'] as const

/** 0 = tier A … 3 = tier D. */
export type Tier = 0 | 1 | 2 | 3

export const tiers: readonly Tier[] = [0, 1, 2, 3]

/** Questions that break no tie by themselves: the organiser reads the answers. Always two (section 9). */
export type Tiebreakers = readonly [string, string]

/** A golfer who can be picked. `order` is the place in the organiser's list of the tier, from 0. */
export type Player = {
  readonly id: number
  readonly name: string
  /** The feed's athlete id: digits. */
  readonly espnId: string
  readonly tier: Tier
  readonly order: number
}

export type Tournament = {
  readonly id: number
  /** The feed's event id: four digits or more. */
  readonly espnId: string
  readonly name: string
  /** ISO 8601, UTC. Entries close, and picks are shown, at this instant. */
  readonly start: string
  readonly active: boolean
  readonly tiebreakers: Tiebreakers
}

/** What the pool's standings are computed from, together with a field. Immutable once it has started. */
export type TournamentWithEntries = Tournament & {
  readonly players: readonly Player[]
  readonly entries: readonly Entry[]
}

/** One of a user's three entries (section 9: entries per user per tournament). */
export type EntryNumber = 1 | 2 | 3

export const entryNumbers: readonly EntryNumber[] = [1, 2, 3]

/** Golfers picked per entry record: four tiers, three times over (section 9). */
export const picksPerEntryRecord = tiers.length * entryNumbers.length

export type Selection = {
  readonly playerId: number
  readonly entryNumber: EntryNumber
}

/**
 * The entry record of one user in one tournament; the pool shows it as three rows, "{name} 1" to "{name} 3".
 * `selections` holds twelve items, entry 1's A, B, C, D, then entry 2's, then entry 3's (decisions, section 4).
 * Before the start a rival's `selections` and `tiebreakers` are empty.
 */
export type Entry = {
  readonly id: number
  readonly userId: number
  readonly tournamentId: number
  /** The display name of the user. */
  readonly name: string
  readonly tiebreakers: readonly string[]
  readonly selections: readonly Selection[]
  /** Counts the saves of this record, from 1. */
  readonly version: number
  /** When it was last saved, ISO 8601, UTC; only where its owner is told. */
  readonly changedAt?: string | undefined
}

/** Has it begun at `now`? From this instant on picks are closed and shown (decisions, section 4). */
export function hasStarted(tournament: Pick<Tournament, 'start'>, now: Date): boolean {
  return now.getTime() >= Date.parse(tournament.start)
}

/** May entries be created and changed at `now`? Only while active and not started (section 4). */
export function isOpenForEntries(tournament: Pick<Tournament, 'start' | 'active'>, now: Date): boolean {
  return tournament.active && !hasStarted(tournament, now)
}
