import { entryNumberOfPick } from '#domain/tournament/tournament.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listSentMessages } from './notification-store.ts'

/** A pick of a golfer who has left the event; as secret as any pick. */
export type AffectedPick = Awaited<ReturnType<typeof listPicksOf>>[number]

/**
 * Ordered by owner and pick index; also of withdrawn entry records, so that no count changes with a withdrawal, which would say
 * whose picks it has.
 */
export async function listPicksOf(db: Db, tournamentId: number, playerIds: readonly number[]) {
  if (playerIds.length === 0) return []
  const rows = await db
    .selectFrom('selections')
    .innerJoin('entries', 'entries.id', 'selections.entry_id')
    .innerJoin('users', 'users.id', 'entries.user_id')
    .select(['entry_id as entryId', 'pick_index', 'player_id as playerId', 'users.id', 'users.email', 'is_sealed'])
    .where('selections.tournament_id', '=', tournamentId)
    .where('selections.player_id', 'in', playerIds)
    .orderBy('users.id')
    .orderBy('selections.pick_index')
    .execute()
  return rows.map(({ id, email, pick_index, is_sealed, ...pick }) => ({
    ...pick,
    owner: { id, email },
    /** The owner of a sealed entry is not told: another person may be in the account now (docs/security.md, 10.6). */
    isSealed: is_sealed === 1,
    entryNumber: entryNumberOfPick(pick_index),
  }))
}

/** The golfers each owner has been notified about: athlete ids by user id. */
export async function listNotifiedGolfers(db: Db, tournamentId: number): Promise<Map<number, Set<string>>> {
  const notified = new Map<number, Set<string>>()
  for (const { requestKey } of await listSentMessages(db, [`${prefix}:${tournamentId}:`])) {
    const [, , user, espnIds = ''] = requestKey.split(':')
    notified.set(Number(user), new Set([...(notified.get(Number(user)) ?? []), ...espnIds.split('+')]))
  }
  return notified
}

const prefix = 'withdrawal'

/** The outbox key; `listNotifiedGolfers` parses the golfers from it. */
export function withdrawalKey(tournamentId: number, userId: number, espnIds: readonly string[]): string {
  return [prefix, tournamentId, userId, espnIds.join('+')].join(':')
}
