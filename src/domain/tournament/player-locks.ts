import type { FieldError } from '../field-error.ts'
import { canShowPickCounts } from './pick-visibility.ts'
import type { Player } from './tournament.ts'
import type { ListedPlayer } from './tournament-edit.ts'

/** The inputs that decide which golfers must stay in their tiers. */
export type PlayerLocks = {
  readonly isStarted: boolean
  /** The number of users with an entry. */
  readonly entrantCount: number
  /** How many people picked a golfer, by player id. The browser leaves it empty while picks are hidden. */
  readonly pickersByPlayer: ReadonlyMap<number, number>
}

/** A locked golfer whom an edit removes or moves, and why it must not. */
export type LockViolation = { readonly player: Player; readonly error: FieldError }

/**
 * The locked golfers whom an edit removes or moves to another tier (docs/rules.md, 8.5). `stored` are the saved
 * golfers, `listed` those of the edit, `withdrawn` the athlete ids of golfers who have left the field.
 *
 * Once there is an entry, every golfer of the field is locked before the start, picked or not, so that a refusal does
 * not reveal who was picked. After the start, and for withdrawn golfers unless there are few entrants, a golfer is
 * locked only if picked.
 */
export function findLockViolations(
  stored: readonly Player[],
  listed: readonly ListedPlayer[],
  withdrawn: ReadonlySet<string>,
  locks: PlayerLocks,
): LockViolation[] {
  const indexes = new Map(listed.map(({ espnId }, index) => [espnId, index]))
  return stored.flatMap((player): LockViolation[] => {
    const index = indexes.get(player.espnId)
    if (index !== undefined && listed[index]?.tier === player.tier) return []
    const reason = findLockReason(player, withdrawn.has(player.espnId), locks)
    if (reason === undefined) return []
    const error =
      index === undefined
        ? { field: 'players', message: `${player.name} cannot be removed: ${reason}` }
        : { field: `players.${index}.tier`, message: `${player.name} cannot move to another tier: ${reason}` }
    return [{ player, error }]
  })
}

/**
 * Why a stored golfer must stay in their tier, "3 people have entered"; undefined for those who may move. Without
 * `pickersByPlayer`, that is as much as one can know.
 */
export function findLockReason(
  { id }: Pick<Player, 'id'>,
  hasWithdrawn: boolean,
  locks: PlayerLocks,
): string | undefined {
  const { isStarted, entrantCount } = locks
  if (!isStarted && !(hasWithdrawn && canShowPickCounts(entrantCount))) {
    return entrantCount > 0 ? `${toPeopleText(entrantCount)} entered` : undefined
  }
  const pickers = locks.pickersByPlayer.get(id) ?? 0
  return pickers > 0 ? `${toPeopleText(pickers)} picked this golfer` : undefined
}

/** "1 person has", "12 people have" */
export function toPeopleText(count: number): string {
  return count === 1 ? '1 person has' : `${count} people have`
}
