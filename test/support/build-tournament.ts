import {
  type Entry,
  entryNumbers,
  type Player,
  type Selection,
  type TournamentWithEntries,
  tierNames,
  tiers,
} from '#domain/tournament/tournament.ts'

/** Players in each tier of a built tournament: one for each of a user's entries. */
const playersPerTier = 3

/**
 * A tournament of twelve players and no entries. Player ids are 1 to 12, tier by tier: A is 1 to 3, D is 10 to 12;
 * their espnIds are 1001 to 1012.
 */
export function buildTournament(overrides: Partial<TournamentWithEntries> = {}): TournamentWithEntries {
  return {
    id: 1,
    espnId: '401353226',
    name: 'Spring Open',
    start: '2026-04-09T11:00:00Z',
    active: true,
    tiebreakers: ['Winning score?', 'Lowest round?'],
    players: buildPlayers(),
    entries: [],
    ...overrides,
  }
}

/** `tier` times `perTier` players, ids from 1. */
export function buildPlayers(perTier: number = playersPerTier): Player[] {
  return tiers.flatMap((tier) =>
    Array.from({ length: perTier }, (_, order) => buildPlayer({ id: tier * perTier + order + 1, tier, order })),
  )
}

/** A player whose name and espnId follow from the tier, order and id. */
export function buildPlayer(overrides: Partial<Player> = {}): Player {
  const { id = 1, tier = 0, order = 0 } = overrides
  return {
    id,
    tier,
    order,
    name: `Player ${tierNames[tier]}${order + 1}`,
    espnId: String(1000 + id),
    ...overrides,
  }
}

/**
 * An entry record. By default entry 1 picks the first player of each tier of `buildTournament`, entry 2 the second and
 * entry 3 the third, and the owner's id is the record's.
 */
export function buildEntry(overrides: Partial<Entry> = {}): Entry {
  const { id = 1, userId = id } = overrides
  return {
    id,
    userId,
    tournamentId: 1,
    name: `User ${userId}`,
    tiebreakers: ['-12', '63'],
    selections: buildSelections([1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]),
    version: 1,
    ...overrides,
  }
}

/** The selections of the picks (player ids, tier A to D) of entries 1, 2 and 3. */
export function buildSelections(...picks: [number[], number[], number[]]): Selection[] {
  return picks.flatMap((playerIds, index) => {
    const entryNumber = entryNumbers[index] ?? 1
    return playerIds.map((playerId) => ({ playerId, entryNumber }))
  })
}
