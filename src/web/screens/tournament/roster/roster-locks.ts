import { useMemo } from 'react'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { Player, Tier } from '#domain/tournament/tournament.ts'
import {
  findLockReason,
  findLockViolations,
  type ListedPlayer,
  type LockViolation,
  type PlayerLocks,
} from '#domain/tournament/tournament-edit.ts'
import type { Roster, RosterLine } from './roster.ts'

/**
 * The stored golfers, and the facts that lock golfers in their tiers before the start. The browser knows only its own
 * user's picks, so it counts no picks; the server decides.
 */
export type RosterLocks = PlayerLocks & { readonly players: readonly Player[] }

export function toRosterLocks(players: readonly Player[], entrantCount: number): RosterLocks {
  return { entrantCount, players, pickersByPlayer: new Map() }
}

/**
 * Locked golfers whom the lists remove or move. A golfer who is neither listed nor missing has left the field, which is
 * known only once every name has been checked.
 */
export function listDisplaced(locks: RosterLocks | null, roster: Roster): LockViolation[] {
  const lines = roster.tiers.flatMap((tier) => tier.lines)
  if (locks === null || lines.some(({ validation }) => validation === undefined)) return []
  const listed = lines.flatMap(({ tier, name, validation }, order): ListedPlayer[] =>
    validation?.espnId == null ? [] : [{ name, espnId: validation.espnId, tier, order }],
  )
  const inField = new Set([
    ...lines.flatMap(({ validation }) => (validation?.inField ? [validation.espnId] : [])),
    ...roster.missing.map(({ espnId }) => espnId),
  ])
  const withdrawn = locks.players.filter(({ espnId }) => !inField.has(espnId)).map(({ espnId }) => espnId)
  return findLockViolations(locks.players, listed, new Set(withdrawn), locks)
}

/** The tier in which a golfer must stay, and why. */
export type LineLock = { readonly tier: Tier; readonly reason: string }

/** Returns undefined for a golfer who, as far as the browser knows, can be moved and removed. */
export type LockOf = (line: RosterLine) => LineLock | undefined

export function createLockOf(locks: RosterLocks | null): LockOf {
  if (locks === null || locks.entrantCount === 0) return () => undefined
  const byId = new Map(locks.players.map((player) => [player.espnId, player]))
  const byName = new Map(locks.players.map((player) => [player.name, player]))
  return ({ name, validation }) => {
    // Stored names are known before they have been checked.
    const player = validation === undefined ? byName.get(name) : byId.get(validation.espnId ?? '')
    const reason = player && findLockReason(player, validation?.inField === false, locks)
    return player && reason !== undefined ? { tier: player.tier, reason } : undefined
  }
}

/** Whether a golfer can be put into a tier. A locked golfer can only stay, or go back. */
export function mayMoveTo(line: RosterLine, tier: Tier, lock: LineLock | undefined): boolean {
  return lock === undefined || tier === lock.tier || tier === line.tier
}

/** The locks of a saved tournament (docs/rules.md, 8.5); null for a new one. */
export function useRosterLocks(opened: TournamentResponse | null): RosterLocks | null {
  return useMemo(() => opened && toRosterLocks(opened.players ?? [], opened.entries?.length ?? 0), [opened])
}
